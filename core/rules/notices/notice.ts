// Warnings and failures as data: a code, and the parameters that its sentence names. Rows, the domain and the Worker's
// protocol hold these; sentences are made at the edge, in English for the contract and in the reader's language on the page.
import type { SafeText } from '../../redact.ts'
import type { IsoText } from '../../time.ts'

/** Sentences by code, with `{name}` where a parameter stands. */
export type Sentences<Code extends string = string> = Readonly<Record<Code, string>>

/** What the platform itself said about a failure, with its number where it gave one. */
export interface PlatformWords {
  readonly said: SafeText
  readonly code: number | null
  readonly subcode: number | null
}

/** A failure inside of a warning. Its own union is in `failure-details.ts`, which builds upon this file. */
export interface AnyFailure {
  readonly code: string
  readonly params: object
  readonly platform: PlatformWords | null
}

/** A notice of any catalogue. */
export interface AnyNotice {
  readonly code: string
  readonly params: object
}

/** Parameters that only we can have made. Every other one is a SafeText: a stranger may have a part in it. */
interface ParamTypes {
  readonly allowed: `${number}`
  readonly at: IsoText
  readonly count: `${number}`
  readonly hours: number
  readonly minutes: number
  readonly name: `@${string}`
  readonly names: readonly `@${string}`[]
  readonly ratio: `${number}:${number}`
  readonly status: `${number}`
  readonly failure: AnyFailure
}

type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type ParamType<Name> = Name extends keyof ParamTypes ? ParamTypes[Name] : SafeText

/** `Text`: the type of all parameters of a catalogue in which no stranger has a part. */
export type ParamsOf<Sentence extends string, Text = never> = {
  readonly [Name in NamesIn<Sentence>]: [Text] extends [never] ? ParamType<Name> : Text
}

/** Codes whose sentence names nothing. */
export type PlainCode<Catalogue extends Sentences> = {
  [Code in keyof Catalogue & string]: [NamesIn<Catalogue[Code]>] extends [never] ? Code : never
}[keyof Catalogue & string]

/** The union of all codes of a catalogue, each with its parameters. */
export type Coded<Catalogue extends Sentences, Text = never> = {
  [Code in keyof Catalogue & string]: {
    readonly code: Code
    readonly params: ParamsOf<Catalogue[Code], Text>
  }
}[keyof Catalogue & string]

/** The parameters of a code as the last argument of its function: none where its sentence names nothing. */
export type ParamsArgument<Sentence extends string, Text = never> = [NamesIn<Sentence>] extends [never]
  ? []
  : [params: ParamsOf<Sentence, Text>]

/** The function that makes the notices of one catalogue. */
export function noticesOf<Catalogue extends Sentences, Text = never>() {
  return <Code extends keyof Catalogue & string>(
    code: Code,
    ...[params]: ParamsArgument<Catalogue[Code], Text>
  ): Coded<Catalogue, Text> => ({ code, params: params ?? {} }) as Coded<Catalogue, Text>
}

/** True for a code with parameters, also one of a newer version. */
export function isNotice(stored: unknown): stored is AnyNotice {
  if (typeof stored !== 'object' || stored === null || !('code' in stored) || !('params' in stored))
    return false
  return typeof stored.code === 'string' && typeof stored.params === 'object' && stored.params !== null
}
