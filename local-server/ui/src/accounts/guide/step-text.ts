import type { GuideStep, GuideWay } from '../../../../../core/setup/guide-steps.ts'

export interface StepText {
  readonly title: string
  /** Instructions, in order. */
  readonly lines: readonly string[]
  /** Expected result on the screen. */
  readonly looks: string
  readonly mistakes: readonly string[]
}

interface GuideWords {
  readonly steps: Readonly<Record<GuideStep, StepText>>
  readonly stepsByFacebook: Readonly<Partial<Record<GuideStep, StepText>>>
}

export function stepText(words: GuideWords, step: GuideStep, way: GuideWay): StepText {
  return (way === 'partner' ? words.stepsByFacebook[step] : undefined) ?? words.steps[step]
}
