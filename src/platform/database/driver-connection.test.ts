import mongoose from 'mongoose'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { DRIVER_CONNECTION } from './driver-connection.ts'

const { MongoNetworkError } = mongoose.mongo
const { connectionType: DriverConnection } = DRIVER_CONNECTION

/** Not more than the driver puts into one document, and more than the buffers of both ends take. */
const LARGE = Buffer.alloc(16 * 1024 * 1024)

describe('a command of which the socket has not taken everything', () => {
  let server: Server
  let far: Socket
  let near: Socket
  let connection: InstanceType<typeof DriverConnection>
  let sending: Promise<unknown>

  beforeEach(async () => {
    server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    near = connect((server.address() as AddressInfo).port, '127.0.0.1')
    far = ((await once(server, 'connection')) as [Socket])[0]
    connection = new DriverConnection(near, { monitorCommands: false, hostAddress: {} })
  })
  afterEach(() => {
    connection.destroy()
    far.destroy()
    server.close()
  })
  const send = async () => {
    sending = connection.command({ db: 'admin' }, { insert: 'rows', documents: [{ text: LARGE }] }, {})
    sending.catch(() => {})
    await eventually(() => expect(near.writableNeedDrain).toBe(true))
  }

  it('fails with the error of the connection when the server resets it', async () => {
    await send()
    far.resetAndDestroy()
    const error: unknown = await sending.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(MongoNetworkError)
    expect(error).toBe(connection.error)
    expect(error).toMatchObject({ message: expect.stringMatching(/ECONNRESET|EPIPE/) })
  })

  it('fails when the driver gives the connection up', async () => {
    await send()
    const lost = new MongoNetworkError('the network has gone')
    connection.cleanup(lost)
    await expect(sending).rejects.toBe(lost)
  })

  it('fails when the connection is closed', async () => {
    await send()
    connection.destroy()
    await expect(sending).rejects.toBeInstanceOf(MongoNetworkError)
  })
})

it('a command on a connection that the server has just closed fails with the error of the connection', async () => {
  const server = createServer((socket) => void socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const connection = new DriverConnection(socket, { monitorCommands: false, hostAddress: {} })
  socket.resume()
  const failed = new Promise((resolve) => {
    // Between the end of a connection and its close.
    socket.once('end', () => void connection.command({ db: 'admin' }, { ping: 1 }, {}).catch(resolve))
  })
  const error = await failed
  expect(error).toBeInstanceOf(MongoNetworkError)
  expect(error).toMatchObject({ message: expect.stringContaining('ended by the other party') })
  server.close()
})
