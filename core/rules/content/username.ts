// A person's name as the platform writes it.

const LONGEST = 30
const USERNAME = /^[a-z0-9._]+$/i

/** Cleans a name as people type it: a leading @ and spaces around are not part of it. */
export function cleanUsername(typed: string): string {
  return typed.trim().replace(/^@+/, '')
}

/** The problem of a username; null when there is none. */
export function usernameProblem(username: string): 'empty' | 'long' | 'characters' | null {
  if (username === '') return 'empty'
  if (!USERNAME.test(username)) return 'characters'
  return username.length > LONGEST ? 'long' : null
}
