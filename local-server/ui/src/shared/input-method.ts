/**
 * Whether a key is meant for an input method, as Japanese and Chinese are written with: its Enter takes the word that it offers, its Tab
 * leads to the next one, and its Escape ends it. Safari tells of it only when the word is taken or given up, by a number.
 */
export const isForInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229
