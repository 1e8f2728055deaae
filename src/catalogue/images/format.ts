/** The format of a picture, by its first bytes. Names of files are often wrong. Undefined for a format that is not known. */
export function formatOf(file: Buffer): string | undefined {
  const start = file.toString('latin1', 0, 512)
  return FORMATS.find(([, pattern]) => pattern.test(start))?.[0]
}

const FORMATS: readonly [name: string, start: RegExp][] = [
  ['JPEG', /^\xff\xd8/],
  ['PNG', /^\x89PNG\r\n/],
  ['WebP', /^RIFF.{4}WEBP/s],
  ['AVIF', /^.{4}ftypavi[fs]/s],
  // Phones name the general format of the container first, or one of its codecs.
  ['HEIC', /^.{4}ftyp(?:hei|hev|mif|msf)/s],
  ['GIF', /^GIF8/],
  ['TIFF', /^(?:II\*\0|MM\0\*)/],
  ['BMP', /^BM.{4}\0{4}/s],
  ['PDF', /^%PDF/],
  ['JPEG XL', /^(?:\xff\n|.{4}JXL )/s],
  ['SVG', /^\s*<.*svg/is],
  ['a video', /^.{4}ftyp/s],
]
