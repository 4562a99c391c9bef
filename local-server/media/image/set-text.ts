// Lines of text as outlines, set in a font of our own: no font and no text engine of the system is used.
// Letters that the font lacks are left out – emoji, and every script but Latin, Greek and Cyrillic – rather than drawn as
// boxes. The text may be anything that somebody typed, and ends as numbers of a path.
// oxlint-disable-next-line typescript/triple-slash-reference -- the tests' program has to find these types, too
/// <reference path="./opentype.d.ts" />
import { readFileSync } from 'node:fs'
import { parse } from 'opentype.js/dist/opentype.mjs'
import type { Font } from 'opentype.js/dist/opentype.mjs'
import { storyFont } from '../../paths.ts'

export interface SetLine {
  /** Path data in pixels, beginning at 0 on its baseline; empty when nothing is left of the text. */
  readonly path: string
  readonly width: number
}

/** More than anybody reads in a picture. */
const MOST_LETTERS = 200
/** Characters that take no place of their own, and those that separate words. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu
const GAPS = /[\p{Z}\t\n\v\f\r]+/gu

let loaded: Font | undefined

/** The height of capital letters, as a fraction of the text size. */
export const CAPITAL_HEIGHT = 0.711

export function setLine(text: string, fontSize: number): SetLine {
  const font = (loaded ??= loadFont())
  const scale = fontSize / font.unitsPerEm
  const glyphs = drawableGlyphs(font, text).map((letter) => font.charToGlyph(letter))
  let path = ''
  let width = 0
  for (const [place, glyph] of glyphs.entries()) {
    const before = glyphs[place - 1]
    if (before) width += font.getKerningValue(before, glyph) * scale
    path += glyph.getPath(width, 0, fontSize).toPathData(2)
    width += glyph.advanceWidth * scale
  }
  return { path, width }
}

function drawableGlyphs(font: Font, text: string): string[] {
  const plain = text.replaceAll(GAPS, ' ').normalize('NFC').replaceAll(INVISIBLE, '')
  const letters = Array.from(plain).filter((letter) => font.charToGlyphIndex(letter) !== 0)
  // What was left out may have stood between two gaps.
  const joined = letters.join('').replaceAll(/ +/g, ' ').trim()
  return Array.from(joined).slice(0, MOST_LETTERS)
}

function loadFont(): Font {
  const { buffer, byteOffset, byteLength } = new Uint8Array(readFileSync(storyFont))
  return parse(buffer.slice(byteOffset, byteOffset + byteLength))
}
