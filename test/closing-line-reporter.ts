import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Leaves the run's totals where the launcher, which has the last word on the terminal, picks them up; says what each project cost. */
export class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const times = timesByProject(modules).map(([project, seconds]) => `${project} ${seconds.toFixed(0)} s`)
    if (times.length > 1) console.log(`\n Time of the files: ${times.join(', ')}`)
    const file = process.env['NIGHTPOST_TEST_COUNTS']
    if (file) writeFileSync(file, JSON.stringify(countTests(modules, unhandled)))
  }
}

/** Loading and running all files of a project, in seconds. As many files run at once as there are workers. */
function timesByProject(modules: readonly TestModule[]): [project: string, seconds: number][] {
  const times = new Map<string, number>()
  for (const module of modules) {
    const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
      module.diagnostic()
    const own = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration
    times.set(module.project.name, (times.get(module.project.name) ?? 0) + own / 1000)
  }
  return [...times]
}

/** Each error outside a test, in a hook or in a file that does not load, counts as one failed test. */
function countTests(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
  const counts = { passed: 0, failed: unhandled.length, skipped: 0 }
  for (const module of modules) {
    counts.failed += module.errors().length
    for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      if (state === 'passed') counts.passed += 1
      else if (state === 'failed') counts.failed += 1
      else counts.skipped += 1
    }
  }
  return counts
}
