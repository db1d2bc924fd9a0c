import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { drawIcons } from './draw-icons.mjs'

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#d4156c"/></svg>'
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'superprinter-icons-'))
  writeFileSync(join(folder, 'favicon.svg'), SQUARE)
  await drawIcons(folder)
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The color of one point: red, green, blue, and how much it covers. */
async function colorAt(picture: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(picture).ensureAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

it('draws the icon of tabs in each size that an ICO file names', async () => {
  const file = readFileSync(join(folder, 'favicon.ico'))
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 3])
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = file.subarray(6 + 16 * index)
    const offset = entry.readUInt32LE(12)
    const picture = file.subarray(offset, offset + entry.readUInt32LE(8))
    expect([entry[0], entry[1]]).toEqual([size, size])
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: size, height: size })
    expect(await colorAt(picture, size / 2, size / 2)).toEqual([0xd4, 0x15, 0x6c, 255])
    expect((await colorAt(picture, 0, 0))[3]).toBe(0)
  }
})

it('draws the icon of home screens, which has a ground', async () => {
  const picture = readFileSync(join(folder, 'apple-touch-icon.png'))
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 180, height: 180 })
  expect(await colorAt(picture, 90, 90)).toEqual([0xd4, 0x15, 0x6c, 255])
  expect(await colorAt(picture, 0, 0)).toEqual([255, 255, 255, 255])
})
