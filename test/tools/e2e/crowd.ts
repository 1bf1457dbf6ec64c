import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { createWorld, type World } from './bot-world.ts'

/** Measures how long many subscriptions, each with its own alert and channel, need within all limits of Slack and the service. */

type CrowdOptions = {
  size: number
  /** The process is killed this often while mentions arrive. */
  kills: number
  seed: number
  progress?: (line: string) => void
}

/** `refused`: calls over a rate limit. `seconds`: from the last start until everything was posted. */
type Crowd = { made: number; lost: string[]; twice: string[]; refused: number; seconds: number }

/** Longest time for everything, in ms. The service allows 300 requests a minute, Slack 50 history calls. */
const longest = 20 * 60_000

/** Takes two minutes for the initial syncs, and again after the last kill. */
export async function crowd({ size, kills, seed, progress = () => undefined }: CrowdOptions): Promise<Crowd> {
  const members = Array.from({ length: size }, (_, index) => memberOf(index))
  const world = await createWorld({
    configuration: { doubtSeconds: 10, subscriptions: members.map(({ subscription }) => subscription) },
    slack: { channels: members.map(({ channel }) => channel), postLimit: { perSecond: 1, burst: 5 } },
  })
  for (const { alert } of members) world.mentionStore.addAlert(alert)
  try {
    return await measure(world, members, { kills, random: createRandom(seed), progress })
  } finally {
    await world.close()
  }
}

type Member = ReturnType<typeof memberOf>

function memberOf(index: number) {
  const [id, name] = [`C0CROWD${String(index).padStart(4, '0')}`, `crowd-${index}`]
  const alert_id = String(5000 + index)
  return {
    channel: { id, name, botIsMember: true },
    alert: {
      alert_id,
      alert_type: 'mentions' as const,
      alert_name: name,
      project_id: '1',
      project_name: 'Acme',
    },
    subscription: { name, alert: name, channel: id, schedule: '* * * * *' },
  }
}

type Blows = { kills: number; random: ReturnType<typeof createRandom>; progress: (line: string) => void }

async function measure(world: World, members: Member[], { kills, random, progress }: Blows): Promise<Crowd> {
  const sent = new Set<string>()
  const feed = () => {
    for (const { alert, channel } of members) {
      const id = String(10_000 + sent.size)
      world.add(id, {}, undefined, alert.alert_id)
      sent.add(`${channel.id} ${id}`)
    }
  }
  const seen = () =>
    members.flatMap(({ channel: { id } }) => world.ids(id).map((mention) => `${id} ${mention}`))
  const told = () => progress(`${seen().length} of ${sent.size} posted, ${refusals(world)} calls refused`)

  world.start()
  await untilRead(world, told)
  for (let kill = 1; kill <= kills; kill++) {
    feed()
    await wait(2000 + random.next() * 15_000)
    await world.end('SIGKILL')
    progress(`kill ${kill}`)
    world.start()
  }
  feed()
  const began = Date.now()
  while (new Set(seen()).size < sent.size && Date.now() - began < longest) {
    told()
    await wait(5000)
  }
  const posted = seen()
  return {
    made: sent.size,
    lost: [...sent].filter((one) => !posted.includes(one)),
    twice: posted.filter((one, index) => posted.indexOf(one) < index),
    refused: refusals(world),
    seconds: Math.round((Date.now() - began) / 1000),
  }
}

/** Waits until no subscription is behind, because mentions before an initial sync are not posted. */
async function untilRead(world: World, told: () => void): Promise<void> {
  await world.until('its address', () => world.output().includes('Overheard is running'))
  const [, url = ''] = /"url":"([^"]+)"/.exec(world.output()) ?? []
  const metrics = async () => (await fetch(`${url}/metrics`)).text()
  const began = Date.now()
  while (
    !(await metrics()).includes('\noverheard_subscriptions_behind 0\n') &&
    Date.now() - began < longest
  ) {
    told()
    await wait(5000)
  }
}

function refusals({ slack, service }: World): number {
  const bySlack = slack.control.calls().filter(({ status }) => status === 429)
  const byService = service.log.requests().filter(({ status }) => status === 403)
  return bySlack.length + byService.length
}
