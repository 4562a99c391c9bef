// A person's name as the platform writes it.

const LONGEST = 30
const USERNAME = /^[a-z0-9._]+$/i

/** As people type it: a leading @ and spaces around are not part of it. */
export function cleanUsername(typed: string): string {
  return typed.trim().replace(/^@/, '')
}

/** What is wrong with it; null when it is one. */
export function usernameProblem(username: string): 'empty' | 'long' | 'characters' | null {
  if (username === '') return 'empty'
  if (!USERNAME.test(username)) return 'characters'
  return username.length > LONGEST ? 'long' : null
}
