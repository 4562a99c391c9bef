/**
 * Whether a key is meant for an input method, as Japanese and Chinese are written with: its Enter takes the word that it offers, and its Tab
 * leads to the next one. Safari tells of that Enter only when the word is taken, by a number.
 */
export const isForInputMethod = ({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>) =>
  isComposing || keyCode === 229
