/**
 * A server of Jetstream for the bench of streams: `node jetstream-server.ts POSTS_A_SECOND`. It prints its address, and sends each client posts
 * in their real shape, with the deletions and the events of accounts that come between them.
 */
import { setInterval } from 'node:timers'
import { type WebSocket, WebSocketServer } from 'ws'
import { createRandom } from '../sandbox/mention-service/generator/random.ts'
import { createPostTexts } from './post-texts.ts'

const rate = Number(process.argv[2])
const tickMs = 50
const authors = 100_000

const random = createRandom(11)
const textOf = createPostTexts(random)
const cid = 'bafyreicl7ag3wzqyvukxqkmq4j5zvcdtqk6pzxrjc5yxm2xgc6u6w3m7ha'
let count = 0

function frame(): string {
  count += 1
  const did = `did:plc:${String(random.whole(0, authors - 1)).padStart(24, 'q')}`
  const event = { did, time_us: Date.now() * 1000 + (count % 1000), cursor: count }
  if (count % 20 === 7) {
    const account = { active: true, did, seq: 30340180351 + count, time: new Date().toISOString() }
    return JSON.stringify({ ...event, kind: 'account', account })
  }
  const place = { rev: '3mmoojpaqkn2z', collection: 'app.bsky.feed.post', rkey: `3mmo${count.toString(36)}` }
  if (count % 20 === 13)
    return JSON.stringify({ ...event, kind: 'commit', commit: { ...place, operation: 'delete' } })
  const uri = `at://did:plc:j76t5d3bg2xqzq5y2u7mvwkl/app.bsky.feed.post/3mmojbrjwbs26`
  const record = {
    $type: 'app.bsky.feed.post',
    createdAt: new Date().toISOString(),
    langs: ['en'],
    ...(count % 2 === 0 && { reply: { parent: { cid, uri }, root: { cid, uri } } }),
    text: textOf(count),
  }
  return JSON.stringify({ ...event, kind: 'commit', commit: { ...place, operation: 'create', record, cid } })
}

function serve(socket: WebSocket): void {
  const begun = Date.now()
  let sent = 0
  const timer = setInterval(() => {
    // Of 20 events 18 are posts.
    const due = ((Date.now() - begun) / 1000) * rate * (20 / 18)
    for (; sent < due; sent++) socket.send(frame())
  }, tickMs)
  socket.on('close', () => clearInterval(timer))
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
server.on('connection', serve)
server.on('listening', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  process.stdout.write(`ws://127.0.0.1:${port}/subscribe\n`)
})
process.on('disconnect', () => process.exit(0))
