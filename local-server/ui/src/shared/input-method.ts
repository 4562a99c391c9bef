/**
 * Whether a key is meant for an input method, as Japanese and Chinese are written with: its Enter takes the word that it offers, its Tab
 * leads to the next one, and its Escape ends it. Safari tells of it only when the word is taken or given up, by a number.
 */
export const isForInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229

/** Where alphabets begin that have no letter of the Latin one: Greek, Cyrillic and all that follow. */
const GREEK = '\u0370'

/** The letter of a key; on a layout without Latin letters, the one that others have at its place. */
export const letterOf = ({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>) =>
  (key >= GREEK && code.startsWith('Key') ? code.slice(3) : key).toLowerCase()
