// Draws the icons that programs ask for by their names from the shop's favicon.svg.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** What tabs, bookmarks and shortcuts show, in pixels. */
const FAVICON_SIZES = [16, 32, 48]
/** What a telephone shows on its home screen. */
const TOUCH_ICON_SIZE = 180
/** An SVG is drawn at 72 dots per inch in the size that it names; this many times as large it stays sharp when scaled. */
const DRAWN_TIMES = 12

/**
 * Writes favicon.ico and apple-touch-icon.png beside favicon.svg, which not every browser and hardly any other program
 * reads.
 * @param {string} folder
 */
export async function drawIcons(folder) {
  const source = join(folder, 'favicon.svg')
  /** @param {number} size */
  const draw = (size) =>
    sharp(source, { density: 72 * DRAWN_TIMES }).resize(size, size, { fit: 'contain', background: '#0000' })
  const pictures = await Promise.all(FAVICON_SIZES.map((size) => draw(size).png().toBuffer()))
  writeFileSync(join(folder, 'favicon.ico'), iconOf(pictures))
  // A telephone puts black where a touch icon has nothing.
  const touchIcon = draw(TOUCH_ICON_SIZE).flatten({ background: '#ffffff' })
  writeFileSync(join(folder, 'apple-touch-icon.png'), await touchIcon.png().toBuffer())
}

/**
 * An ICO file of PNG pictures: a header, an entry for each picture, and the pictures.
 * @param {readonly Buffer[]} pictures as large as FAVICON_SIZES says
 */
function iconOf(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, picture] of pictures.entries()) {
    const entry = header.subarray(6 + 16 * index)
    const size = FAVICON_SIZES[index] ?? 0
    entry.writeUInt8(size, 0)
    entry.writeUInt8(size, 1)
    entry.writeUInt16LE(1, 4)
    entry.writeUInt16LE(32, 6)
    entry.writeUInt32LE(picture.length, 8)
    entry.writeUInt32LE(offset, 12)
    offset += picture.length
  }
  return Buffer.concat([header, ...pictures])
}
