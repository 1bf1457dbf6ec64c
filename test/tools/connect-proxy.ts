import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { onTestFinished } from 'vitest'

/** A proxy that wants a password. It reaches 127.0.0.1 for every name that ends in `.proxied`, which only it can resolve. */
export async function startProxy(password = 'pass-9f2c') {
  const seen: string[] = []
  const expected = `Basic ${Buffer.from(`bot:${password}`).toString('base64')}`
  const addressOf = (host: string) => host.replace(/^\w+\.proxied/, '127.0.0.1')
  const server = createServer((incoming, response) => {
    const { host, pathname, search } = new URL(incoming.url ?? '')
    seen.push(`GET ${host.replace(/:\d+$/, '')}`)
    if (incoming.headers['proxy-authorization'] !== expected) return void response.writeHead(407).end()
    const options = { method: incoming.method, headers: incoming.headers }
    const outgoing = request(`http://${addressOf(host)}${pathname}${search}`, options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  server.on('connect', (incoming, socket) => {
    const target = incoming.url ?? ''
    seen.push(`CONNECT ${target.replace(/:\d+$/, '')}`)
    if (incoming.headers['proxy-authorization'] !== expected)
      return void socket.end('HTTP/1.1 407 No\r\n\r\n')
    const [host = '', port] = addressOf(target).split(':')
    const peer = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(peer).pipe(socket)
    })
    peer.on('error', () => socket.destroy())
    socket.on('error', () => peer.destroy())
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return { url: `http://bot:${password}@127.0.0.1:${port}`, seen }
}
