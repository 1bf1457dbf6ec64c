import { setTimeout as wait } from 'node:timers/promises'
import { startOwnPostgres } from '../postgres.ts'
import { channel, createWorld, endOf } from './bot-world.ts'
import type { ChildProcess } from 'node:child_process'
const how = process.argv[2] ?? 'SIGKILL'
const rounds = Number(process.argv[3] ?? 10)
const server = await startOwnPostgres()
const world = await createWorld({ configuration: { doubtSeconds: 2, subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', burst: 1000 }] }, environment: { DATABASE_URL: await server.database() } })
const leadsOf = new Map<ChildProcess, number>(); let n = 0
const start = () => { const b = world.start(); b.stdout?.on('data', (d) => { if (String(d).includes('this process leads')) leadsOf.set(b, ++n) }); return b }
const bots: ChildProcess[] = [start(), start(), start()]
const lines = () => world.output().split('\n').slice(0, -1).flatMap((l) => { try { return [JSON.parse(l)] } catch { return [] } })
const leads = () => lines().filter((l) => String(l.msg).startsWith('this process leads'))
const untilFast = async (f: () => boolean, ms = 60000) => { const end = Date.now() + ms; while (!f()) { if (Date.now() > end) throw new Error('timeout'); await wait(10) } }
let id = 100
try {
  await world.until('sync', () => world.posted().length > 0)
  await wait(6000)
  const times: number[] = [], posts: number[] = []
  const histories = () => world.slack.control.calls('conversations.history').length
  for (let i = 0; i < rounds; i++) {
    const leader = leads().at(-1)
    const victim = [...leadsOf].toSorted((a, b) => b[1] - a[1])[0]?.[0]
    if (!victim) throw new Error('no leader')
    const before = leads().length, h = histories()
    world.add(id++)
    await untilFast(() => world.ids().includes(String(id - 1)))
    await wait(1500 + Math.random() * 2000)
    const at = Date.now()
    if (how === 'SIGSTOP') victim.kill('SIGSTOP'); else void endOf(victim, how as any)
    world.add(id++)
    await untilFast(() => leads().length > before)
    times.push(Date.parse(leads()[before].time) - at)
    await untilFast(() => world.ids().includes(String(id - 1)))
    posts.push(Date.now() - at)
    console.log(how, 'lead', times.at(-1), 'post', posts.at(-1), leads()[before].checkpoints, 'history', histories() - h)
    if (how === 'SIGSTOP') { victim.kill('SIGCONT'); await wait(3000) }
    else { bots[bots.indexOf(victim)] = start(); await wait(6000) }
  }
  const med = (a: number[]) => a.toSorted((x, y) => x - y)[Math.floor(a.length / 2)]
  console.log(how, 'lead median', med(times), 'max', Math.max(...times), 'post median', med(posts), 'max', Math.max(...posts))
  console.log('twice', world.ids().length - new Set(world.ids()).size)
} catch (e) { console.log(e); console.log(world.output().slice(-3000)) }
await Promise.all(bots.map((b) => endOf(b, 'SIGKILL')))
await world.close(); await server.stop(); process.exit(0)
