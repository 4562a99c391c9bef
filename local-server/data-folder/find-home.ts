import { homedir } from 'node:os'

/** Null for a user without a home, as in a container under a number, and where HOME is empty. */
export function findHome(): string | null {
  try {
    return homedir() || null
  } catch {
    return null
  }
}
