import { once } from 'node:events'
import net from 'node:net'

/** A TCP link between a bot and its database that a test can cut, whole or at one statement. */
export async function createDatabaseLink(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<net.Socket>()
  let isCut = false
  let isStalled = false
  let breaksAt: { text: string; broken: () => void } | undefined

  const server = net.createServer((client) => {
    if (isCut) return client.destroy()
    const upstream = net.connect(Number(target.port), target.hostname)
    const destroyBoth = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        destroyBoth()
      })
    }
    client.on('data', (data) => {
      if (breaksAt !== undefined && data.includes(breaksAt.text)) {
        const { broken } = breaksAt
        breaksAt = undefined
        destroyBoth()
        return broken()
      }
      upstream.write(data)
    })
    upstream.pipe(client)
    if (isStalled) for (const socket of [client, upstream]) socket.pause()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The link does not listen.')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${address.port}`
  return {
    url: url.href,
    /** Breaks all connections, and accepts none until `restore`. */
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    /** Lets nothing through, although all connections stay. */
    stall() {
      isStalled = true
      for (const socket of sockets) socket.pause()
    },
    restore() {
      isCut = false
      isStalled = false
      for (const socket of sockets) socket.resume()
    },
    /** Breaks the connection of the next statement that contains `text`, before the server gets it. Resolves when that has happened. */
    breakAt: (text: string) =>
      new Promise<void>((broken) => {
        breaksAt = { text, broken }
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
