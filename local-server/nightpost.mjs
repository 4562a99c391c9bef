#!/usr/bin/env node
// The installed program. Any Node can read this much, so that one that is too old says what to do.
const [major] = process.versions.node.split('.')

if (Number(major) < 24) {
  const program = process.argv.slice(1).map((word) => `"${word}"`)
  process.stderr.write(
    `Nightpost needs Node 24 or later, and this is ${process.version}.\n` +
      `Install it from https://nodejs.org, or let npm fetch it: npx --package=node@24 node ${program.join(' ')}\n`,
  )
  process.exitCode = 1
} else {
  void import('./launch/in-program.mjs').then(() => import('./dist/cli/nightpost.js'))
}
