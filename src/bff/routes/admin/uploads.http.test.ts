import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import request from 'supertest'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureFiles } from '#contracts/pictures'
import { startShop, type RunningShop } from '../../../testing/start-shop.ts'
import { staffScript } from '../../testing/staff-requests.ts'

let shop: RunningShop
let bearer: { readonly Authorization: string }
beforeAll(async () => {
  shop = await startShop({ SEED_DEMO: 'false' })
  bearer = await staffScript(shop)
})
afterAll(() => shop.stop())

interface File {
  readonly name: string
  readonly body: Buffer
}
function upload(...files: readonly File[]) {
  let sent = request(shop.app.server).post('/api/admin/uploads').set(bearer)
  for (const { name, body } of files) sent = sent.attach('images', body, name)
  return sent
}
const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#0af' } })
const stored = () => shop.shop.database.connection.collection('images').countDocuments({})
const readBytes = (url: string) =>
  request(shop.app.server)
    .get(url)
    .buffer(true)
    .parse((answer, done) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part)).on('end', () => done(null, Buffer.concat(parts)))
    })

describe('pictures from staff', () => {
  it('become WebP in three widths under new names, without the camera’s metadata', async () => {
    const photo = await picture(2400, 1200)
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '52/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const answer = await upload({ name: '../../x.jpg', body: photo }).expect(201)
    expect(answer.body).toEqual([
      { url: expect.stringMatching(/^\/images\/products\/[0-9a-f]{24}-1600\.webp$/), width: 1600, height: 800 },
    ])
    const files = pictureFiles(answer.body[0].url as string)
    expect(files.map(({ width }) => width)).toEqual([400, 800, 1600])
    for (const { path, width } of files) {
      const served = await readBytes(path).expect(200)
      expect(served.headers['content-type']).toBe('image/webp')
      expect(served.headers['x-content-type-options']).toBe('nosniff')
      const metadata = await sharp(served.body as Buffer).metadata()
      expect([metadata.format, metadata.width, metadata.exif, metadata.icc, metadata.xmp]).toEqual([
        'webp',
        width,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  it('are rotated as the camera was held, and never enlarged', async () => {
    const body = await picture(300, 100).withMetadata({ orientation: 6 }).png().toBuffer()
    expect((await upload({ name: 'small.png', body }).expect(201)).body).toMatchObject([{ width: 100, height: 300 }])
  })

  it('keep their pixels however tall they are, and no width that looks like the one below it', async () => {
    const phone = await upload({ name: 'phone.png', body: await picture(1170, 2532).png().toBuffer() }).expect(201)
    expect(phone.body).toMatchObject([{ width: 1170, height: 2532 }])
    expect(pictureFiles(phone.body[0].url as string)).toHaveLength(3)
    const small = await upload({ name: 'small.png', body: await picture(400, 400).png().toBuffer() }).expect(201)
    expect(small.body).toMatchObject([{ url: expect.stringContaining('-400.webp'), width: 400, height: 400 }])
  })

  it('are accepted one by one: valid ones are returned, the others named', async () => {
    const good = await picture(50, 50).png().toBuffer()
    const answer = await upload(
      { name: 'a.png', body: good },
      { name: 'b.png', body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      { name: 'c.gif', body: await picture(20, 20).gif().toBuffer() },
    ).expect(201)
    expect(answer.body).toHaveLength(2)
    expect(JSON.parse(decodeURIComponent(String(answer.headers['x-refused'])))).toEqual([
      { fileName: 'b.png', code: 'IMAGE_REFUSED', message: 'Use a PNG, JPG, WebP or GIF image.' },
    ])
  })

  it.each([
    ['Latin', 'x'],
    ['Chinese', '印'],
    ['of pictures', '🖨'],
  ])(
    'are accepted one by one in an answer that a proxy takes, however long their %s names are',
    async (_script, letter) => {
      const good = { name: 'a.png', body: await picture(2, 2).png().toBuffer() }
      const body = Buffer.from('....ftypheic........')
      const bad = Array.from({ length: 9 }, (_, at) => ({ name: `${letter.repeat(90)}${at}.heic`, body }))
      const answer = await upload(good, ...bad).expect(201)
      const refused = JSON.parse(decodeURIComponent(String(answer.headers['x-refused']))) as { fileName: string }[]
      expect(refused.map(({ fileName }) => fileName.slice(-5))).toEqual(bad.map(({ name }) => name.slice(-5)))
      const head = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
      expect(Buffer.byteLength(head.join(''))).toBeLessThan(4096)
    },
  )

  it('are refused with a clear sentence when they are not pictures, and nothing is stored', async () => {
    const before = await stored()
    const jpeg = await picture(400, 400).jpeg().toBuffer()
    const svg = Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    )
    const files: readonly File[] = [
      { name: 'drawing.svg', body: svg },
      { name: 'drawing.png', body: svg },
      { name: 'page.jpg', body: Buffer.from('<!doctype html><script>alert(1)</script>') },
      { name: 'polyglot.gif', body: Buffer.from('GIF89a/*<svg onload=alert(1)>*/=1;') },
      { name: 'cut.jpg', body: jpeg.subarray(0, jpeg.length - 200) },
      { name: 'empty.png', body: Buffer.alloc(0) },
      { name: 'noise.webp', body: randomBytes(4000) },
      { name: 'paper.tiff', body: await picture(10, 10).tiff().toBuffer() },
    ]
    for (const file of files) {
      const answer = await upload(file)
      expect([file.name, answer.status, answer.body.message]).toEqual([
        file.name,
        400,
        'Use a PNG, JPG, WebP or GIF image.',
      ])
    }
    expect(await stored()).toBe(before)
  })

  it('are refused with what to do when an iPhone saved them, whatever their name', async () => {
    const body = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic'), randomBytes(400)])
    const answer = await upload({ name: 'IMG_0042.jpg', body })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('Most Compatible')])
  })

  it('are refused when they are too large in bytes, pixels or number', async () => {
    const bomb = await sharp({
      create: { width: 16_000, height: 16_000, channels: 3, background: '#fff' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(bomb.length).toBeLessThan(1024 * 1024)
    expect((await upload({ name: 'bomb.png', body: bomb })).body).toMatchObject({
      message: expect.stringContaining('too large in pixels'),
    })
    const heavy = await upload({ name: 'heavy.png', body: Buffer.alloc(10 * 1024 * 1024 + 1, 1) })
    expect([heavy.status, heavy.body.message]).toEqual([413, 'Each image can have at most 10 MB.'])
    const tiny = await picture(2, 2).png().toBuffer()
    const many = await upload(...Array.from({ length: 11 }, (_, index) => ({ name: `${index}.png`, body: tiny })))
    expect([many.status, many.body.code]).toEqual([413, 'TOO_MANY_FILES'])
  })

  it('have 60 megapixels together: the first ones are kept, and the others named with what to do', async () => {
    const body = await picture(6000, 3500).png({ compressionLevel: 9 }).toBuffer()
    const answer = await upload(...['a', 'b', 'c', 'd'].map((name) => ({ name: `${name}.png`, body }))).expect(201)
    expect(answer.body).toHaveLength(2)
    expect(JSON.parse(decodeURIComponent(String(answer.headers['x-refused'])))).toEqual(
      ['c.png', 'd.png'].map((fileName) => ({
        fileName,
        code: 'IMAGE_REFUSED',
        message: 'These images have more than 60 megapixels together; send this one again by itself.',
      })),
    )
  })

  it('are in the log where they were stored, also when the form is refused because of what came after them', async () => {
    const before = await stored()
    const body = await picture(20, 20).png().toBuffer()
    await upload({ name: 'a.png', body }).attach('other', body, 'b.png').expect(400)
    expect(await stored()).toBe(before + 1)
    const { entries } = await shop.shop.admin.audit.list({ search: 'images.uploaded', limit: 1, offset: 0 })
    expect(entries).toMatchObject([{ subject: '1 image' }])
  })

  it('keep what can be seen through them', async () => {
    const body = await sharp({ create: { width: 900, height: 900, channels: 4, background: '#0af8' } })
      .png()
      .toBuffer()
    const [kept] = (await upload({ name: 'glass.png', body }).expect(201)).body as { url: string }[]
    for (const { path } of pictureFiles(kept?.url ?? ''))
      expect((await sharp((await readBytes(path)).body as Buffer).metadata()).hasAlpha).toBe(true)
  })

  it('may have any name; it is not used', async () => {
    const body = await picture(5, 5).png().toBuffer()
    for (const name of ['../../x', `${'n'.repeat(300)}.png`, 'con.png', 'a\0b.png']) {
      expect((await upload({ name, body })).body).toMatchObject([
        { url: expect.stringMatching(/^\/images\/products\/[0-9a-f]{24}-400\.webp$/) },
      ])
    }
  })

  it('may have none, whether they are pictures or not', async () => {
    const send = (body: Buffer) => {
      const head = 'Content-Disposition: form-data; name="images"\r\nContent-Type: application/octet-stream'
      const form = Buffer.concat([Buffer.from(`--x\r\n${head}\r\n\r\n`), body, Buffer.from('\r\n--x--\r\n')])
      const sent = request(shop.app.server).post('/api/admin/uploads').set(bearer)
      return sent.set('content-type', 'multipart/form-data; boundary=x').send(form)
    }
    expect((await send(await picture(5, 5).png().toBuffer())).status).toBe(201)
    const refused = await send(Buffer.from('no picture'))
    expect([refused.status, refused.body.code]).toEqual([400, 'IMAGE_REFUSED'])
  })

  it('are accepted only from staff and as a complete form', async () => {
    const send = () => request(shop.app.server).post('/api/admin/uploads')
    expect((await send().attach('images', Buffer.from('x'), 'x.png')).status).toBe(401)
    for (const [type, body] of [
      ['multipart/form-data', '--x\r\n'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\n\r\nabc',
      ],
    ]) {
      const answer = await send()
        .set(bearer)
        .set('content-type', type ?? '')
        .send(body)
      expect([answer.status, answer.body.code]).toEqual([400, 'BROKEN_MULTIPART'])
    }
    expect((await send().set(bearer).field('other', 'x')).body).toMatchObject({ code: 'FILE_MISSING' })
  })
})
