// Mutants live in a copy below .cache, from which packages are found as from here. Static ones, in the constants of a module,
// count as well.
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutants/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: 1,
  // A mutant that takes too long counts as killed: on a busy machine that takes more than the usual five seconds.
  timeoutMS: 60_000,
  tempDirName: '.cache/mutated',
  cleanTempDir: 'always',
  symlinkNodeModules: false,
  ignorePatterns: [
    '/**',
    '!/package.json',
    '!/tsconfig.json',
    '!/{core,local-server,cloud-worker,test}/**',
    '**/dist/**',
  ],
  // Stryker would rewrite it through an interface that this version of TypeScript no longer has.
  tsconfigFile: 'none',
  reporters: ['progress', 'json'],
  jsonReporter: { fileName: '.cache/mutants.json' },
  allowConsoleColors: false,
}
