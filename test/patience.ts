// How long tests wait for what they can see. These limits only guard against hanging: how fast something comes says nothing
// about a promise on a machine that is busy with other work, and a red test must mean a broken promise.

/** Milliseconds for one thing to come. */
export const PATIENCE = 180_000

/** For every vitest project. */
export const PATIENT = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: PATIENCE, interval: 20 } },
}
