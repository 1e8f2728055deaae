/** The part of bidi-js that papers use (https://github.com/lojjic/bidi-js, README of 1.1.0). */
declare module 'bidi-js' {
  type Levels = { levels: Uint8Array; paragraphs: { start: number; end: number; level: number }[] }
  type Bidi = {
    getEmbeddingLevels(text: string, base?: 'ltr' | 'rtl' | 'auto'): Levels
    getReorderSegments(text: string, levels: Levels, start?: number, end?: number): [start: number, end: number][]
    getMirroredCharacter(character: string): string | null
  }
  export default function createBidi(): Bidi
}
