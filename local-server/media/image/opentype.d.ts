// The few things that we ask of this package, which comes without types of its own.
declare module 'opentype.js/dist/opentype.mjs' {
  interface Glyph {
    /** In the font's own units. */
    readonly advanceWidth: number
    getPath(x: number, y: number, fontSize: number): { toPathData(decimals: number): string }
  }
  export interface Font {
    readonly unitsPerEm: number
    /** 0 stands for letters that the font does not have. */
    charToGlyphIndex(letter: string): number
    charToGlyph(letter: string): Glyph
    getKerningValue(left: Glyph, right: Glyph): number
  }
  export function parse(bytes: ArrayBuffer): Font
}
