import { excerpt, LaunchFailure } from './failure.mjs'
import { captureOnNode24 } from './on-node24.mjs'
import { ROOT } from './repository.mjs'

/** The types of `nightpost/client`, printed from the document that the app serves: they are in the package, and not in the repository. */
export async function writeClientTypes() {
  const { code, output } = await captureOnNode24(['test/api/write-client-types.ts'], { cwd: ROOT })
  if (code !== 0) {
    throw new LaunchFailure(
      'The types of nightpost/client could not be written.',
      'The cause is below. If you changed nothing here, delete node_modules and run the same command again.',
      excerpt(output),
    )
  }
}
