/**
 * Mends what phones get wrong in front of the data of a JPEG: stray bytes between its segments, and the parameters of a scan
 * that a sequential picture does not have (ITU-T T.81, B.1.1.2 and B.2.3). The data stays as it is.
 */
export function mendJpeg(file: Buffer): Buffer {
  const parts = [file.subarray(0, 2)]
  let isSequential = false
  for (let segment = nextSegment(file, 2); segment; segment = nextSegment(file, segment.end)) {
    const { marker, begin, end } = segment
    if (marker === SEQUENTIAL || marker === EXTENDED) isSequential = true
    const copy = Buffer.from(file.subarray(begin, end))
    parts.push(copy)
    if (marker !== SCAN) continue
    if (isSequential) copy.set([0, 63, 0], copy.length - 3)
    return Buffer.concat([...parts, file.subarray(end)])
  }
  return file
}

/** 0xff also fills, and 0xff00 is a stray byte. */
function nextSegment(file: Buffer, at: number) {
  for (let begin = file.indexOf(0xff, at); begin >= 0 && begin + 4 <= file.length; ) {
    const marker = file[begin + 1]!
    const end = begin + 2 + file.readUInt16BE(begin + 2)
    if (marker >= SEQUENTIAL && marker < 0xff && end <= file.length) return { marker, begin, end }
    begin = file.indexOf(0xff, begin + 1)
  }
  return undefined
}

const [SEQUENTIAL, EXTENDED, SCAN] = [0xc0, 0xc1, 0xda]
