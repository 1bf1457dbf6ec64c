import { beforeEach, describe, expect, it } from 'vitest'
import type { PostedMessage } from '../../src/model/history.ts'
import {
  createInstallationsWorld,
  type InstallationsWorld,
  key,
  type Process,
} from '../tools/installations-world.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

let world: InstallationsWorld
let next: number
beforeEach(() => {
  world = createInstallationsWorld()
  next = 100
})

const newStore = () => new Map<string, string>()

type Announce = (message: PostedMessage, round: number, by: Process) => void

/** A mention every five seconds, which each process posts. */
async function stream(processes: Process[], ms: number, announce: Announce = () => undefined): Promise<void> {
  for (let round = 0; round < ms / (5 * second); round++) {
    const id = String(next++)
    for (const one of processes) announce(await one.post(id), round, one)
    await world.pass(5 * second)
  }
}

/** Slack sends each event to one of the connections. */
const inTurn =
  (processes: Process[]): Announce =>
  (message, round) => {
    const to = processes[(round + Number(message.receipt?.ids[0])) % processes.length]
    if (to !== undefined) world.announce(message, to)
  }
const toEach =
  (processes: Process[]): Announce =>
  (message) => {
    for (const one of processes) world.announce(message, one)
  }
const toAuthor: Announce = (message, _round, by) => world.announce(message, by)

async function startTwo() {
  const older = await world.start(newStore())
  const younger = await world.start(newStore())
  return { older, younger, both: [older, younger] }
}

describe('two installations', () => {
  it('are reported within a minute by both if Slack announces each message to either of them', async () => {
    const { older, younger, both } = await startTwo()
    await stream(both, 55 * second, (message, round, by) =>
      world.announce(message, round % 2 === 0 ? by : by === older ? younger : older),
    )
    expect(older.problems()).toMatchObject([
      {
        subscription: 'acme',
        channel: '#brand',
        code: 'other_installation',
        repeats: true,
        what: `A second copy of Overheard (id ${younger.id}) posts the same mentions.`,
        whatToDo: expect.stringContaining(`This copy (id ${older.id}) keeps posting`),
      },
    ])
    expect(younger.problems()).toMatchObject([
      {
        subscription: 'acme',
        code: 'older_installation',
        what: `An older copy of Overheard (id ${older.id}) posts the same mentions, so this copy (id ${younger.id}) has paused itself.`,
        whatToDo: expect.stringContaining('Stop the copy that you do not need'),
      },
    ])
    expect(younger.problems()[0]).not.toHaveProperty('repeats')
  })

  it('are reported within half a minute of its start if one of them has run for long', async () => {
    const older = await world.start(newStore())
    await stream([older], 10 * minute, toAuthor)
    const younger = await world.start(newStore())
    await stream([older, younger], 20 * second, toEach([older]))
    expect(older.codes()).toEqual(['other_installation'])
  })

  it('are reported within a minute if events show each only its own messages, but Slack counts two connections', async () => {
    const { older, younger, both } = await startTwo()
    older.others.connected(1)
    younger.others.connected(2)
    await stream(both, 59 * second, toAuthor)
    expect([older.codes(), younger.codes()]).toEqual([[], ['older_installation']])
  })

  it('are reported within a quarter of an hour in HTTP mode without events, by a look at the channel', async () => {
    const { older, younger, both } = await startTwo()
    await stream(both, 15 * minute)
    expect([older.codes(), younger.codes()]).toEqual([['other_installation'], ['older_installation']])
    expect(younger.looks()).toBeLessThanOrEqual(2)
  })

  it('are reported although our clock is three hours wrong', async () => {
    for (const hours of [-3, 3]) {
      world = createInstallationsWorld()
      world.clock.slackAhead = hours * hour
      const { younger, both } = await startTwo()
      await stream(both, 55 * second, toEach(both))
      expect(younger.codes()).toEqual(['older_installation'])
    }
  })

  it('never wait for each other, of three only the oldest posts', async () => {
    const first = await world.start(newStore())
    const second_ = await world.start(newStore())
    const third = await world.start(newStore())
    const all = [first, second_, third]
    await stream(all, 55 * second, toEach(all))
    expect(all.map(({ others }) => others.lastPostOfOlder(key) !== undefined)).toEqual([false, true, true])
    expect(second_.codes().toSorted()).toEqual(['older_installation', 'other_installation'])
  })

  it('with copies of one store are reported by both, and none waits', async () => {
    const store = newStore()
    await world.start(store).then(({ end }) => end())
    const one = await world.start(store)
    const other = await world.start(new Map(store))
    expect(one.id).toBe(other.id)
    await stream([one, other], 59 * second, toEach([one, other]))
    expect(one.problems()).toMatchObject([
      {
        code: 'copied_installation',
        repeats: true,
        what: expect.stringContaining('with the same stored data as this copy'),
      },
    ])
    expect(other.codes()).toEqual(['copied_installation'])
    expect(one.others.lastPostOfOlder(key)).toBeUndefined()
  })

  it('of which one is version 0.2, without an id, are reported by the other', async () => {
    const ours = await world.start(newStore())
    for (let round = 0; round < 12; round++) {
      const id = String(next++)
      world.announce(world.keep({ ...key, through: '0', ids: [id] }), ours)
      await ours.post(id)
      await world.pass(5 * second)
    }
    expect(ours.codes()).toEqual(['copied_installation'])
  })
})

describe('no other installation is reported', () => {
  it('by processes on one database, whichever of them gets an event', async () => {
    const store = newStore()
    const cluster = [
      await world.start(store, () => 3),
      await world.start(store, () => 3),
      await world.start(store, () => 3),
    ]
    for (const [index, one] of cluster.entries()) one.others.connected(index + 1)
    const announce = inTurn(cluster)
    for (let round = 0; round < 240; round++) {
      const author = cluster[round % 3]
      if (author !== undefined) announce(await author.post(String(next++)), round, author)
      await world.pass(5 * second)
    }
    expect(cluster.map(({ told }) => told)).toEqual([[], [], []])
  })

  it('after a move: the copy of a folder runs, and the old one was stopped', async () => {
    const store = newStore()
    const before = await world.start(store)
    await stream([before], minute, toAuthor)
    before.end()
    const after = await world.start(new Map(store))
    await after.readHistory()
    await stream([after], 15 * minute, toAuthor)
    expect(after.id).toBe(before.id)
    expect(after.told).toEqual([])
  })

  it('after a backup was restored, although the channel has newer messages of our own', async () => {
    const store = newStore()
    const before = await world.start(store)
    const backup = new Map(store)
    await stream([before], minute, toAuthor)
    before.end()
    const after = await world.start(backup)
    await after.readHistory()
    await stream([after], 15 * minute, toAuthor)
    expect(after.told).toEqual([])
  })

  it('after the disk was wiped: not by old messages, a message that Slack stores late, or an event that it repeats', async () => {
    const before = await world.start(newStore())
    await stream([before], minute, toAuthor)
    const missed = await before.post('900')
    before.end()
    const after = await world.start(newStore())
    await after.readHistory()
    await stream([after], 20 * second, toAuthor)
    world.announce(world.keep({ ...key, through: '0', ids: ['901'], installation: before.id }), after)
    await stream([after], minute, toAuthor)
    world.announce(missed, after)
    await after.readHistory()
    await stream([after], 15 * minute, toAuthor)
    expect(after.id).not.toBe(before.id)
    expect(after.told).toEqual([])
  })

  it('after the disk was wiped while our clock was two hours slow', async () => {
    world.clock.slackAhead = 2 * hour
    const before = await world.start(newStore())
    await stream([before], minute, toAuthor)
    before.end()
    const after = await world.start(newStore())
    await after.readHistory()
    await stream([after], 15 * minute, toAuthor)
    expect(after.told).toEqual([])
  })

  it('by a process that is being stopped while its successor with another store already posts', async () => {
    const before = await world.start(newStore())
    await stream([before], 10 * minute, toAuthor)
    const after = await world.start(newStore())
    await stream([before, after], 10 * second, toEach([before, after]))
    before.end()
    await stream([after], 15 * minute, toAuthor)
    expect([before.told, after.told]).toEqual([[], []])
  })

  it('for a subscription that this installation does not have', async () => {
    const ours = await world.start(newStore())
    await stream([ours], minute, toAuthor)
    for (const id of ['1', '2', '3'])
      world.announce(
        world.keep({
          subscription: 'theirs',
          alert: '7',
          through: '0',
          ids: [id],
          installation: '0000000aaaaa',
        }),
        ours,
      )
    await world.pass(minute)
    expect([ours.told, ours.writes()]).toEqual([[], 0])
  })

  it('if Slack stored messages of ours twice because their answers were lost', async () => {
    const ours = await world.start(newStore())
    await stream([ours], minute, toAuthor)
    for (const id of ['801', '802', '803']) {
      ours.faults.answer = { kind: 'unknown', reason: 'timeout' }
      const lost = await ours.post(id)
      delete ours.faults.answer
      await ours.post(id)
      world.announce(lost, ours)
      await world.pass(10 * second)
    }
    await world.pass(minute)
    expect(ours.told).toEqual([])
  })

  it('by one repeated message, because a process before ours may have sent it', async () => {
    const ours = await world.start(newStore())
    await stream([ours], minute, toAuthor)
    await ours.post('801')
    world.announce(world.keep({ ...key, through: '0', ids: ['801'], installation: ours.id }), ours)
    await stream([ours], 15 * minute, toAuthor)
    expect(ours.told).toEqual([])
  })

  it('by connections that Slack counts beside ours, and the channel is read only a few times because of them', async () => {
    const ours = await world.start(newStore())
    ours.others.connected(4)
    await stream([ours], 30 * minute, toAuthor)
    expect(ours.told).toEqual([])
    expect(ours.looks()).toBeLessThanOrEqual(5 + 3)
  })
})

describe('the other installation', () => {
  it('counts as ended after an hour of silence for the older one, and after a day for the one that waits', async () => {
    const { older, younger, both } = await startTwo()
    await stream(both, minute, toEach(both))
    await world.pass(59 * minute)
    expect([older.codes(), younger.codes()]).toEqual([['other_installation'], ['older_installation']])
    await world.pass(minute)
    expect([older.codes(), younger.codes()]).toEqual([[], ['older_installation']])
    expect(older.told).toEqual(['raised other_installation', 'cleared other_installation'])
    await world.pass(23 * hour)
    expect(younger.told).toEqual(['raised older_installation', 'cleared older_installation'])
    expect(younger.others.lastPostOfOlder(key)).toBeUndefined()
    // Each wrote its record and removed it.
    expect([older.writes(), younger.writes()]).toEqual([2, 2])
  })

  it('is written once a minute while it posts', async () => {
    const { younger, both } = await startTwo()
    await stream(both, minute, toEach(both))
    const writes = younger.writes()
    await stream(both, 10 * minute, toEach(both))
    expect(younger.writes() - writes).toBe(10)
  })

  it.each([-30, 2, 30])(
    'counts as ended after its silence by Slack’s clock if ours is %i days wrong',
    async (days) => {
      const { older, younger, both } = await startTwo()
      await stream(both, minute, toEach(both))
      world.clock.ahead = days * 24 * hour
      await world.pass(59 * minute)
      expect([older.codes(), younger.codes()]).toEqual([['other_installation'], ['older_installation']])
      await world.pass(minute)
      expect([older.codes(), younger.codes()]).toEqual([[], ['older_installation']])
      await world.pass(23 * hour)
      expect(younger.codes()).toEqual([])
    },
  )

  it('counts as ended at once if it has left a mention, and is noticed again when it posts again', async () => {
    const { younger, both } = await startTwo()
    await stream(both, minute, toEach(both))
    await younger.others.olderIsGone(key)
    expect([younger.codes(), younger.others.lastPostOfOlder(key)]).toEqual([[], undefined])
    await world.pass(minute)
    expect(younger.codes()).toEqual([])
    await stream(both, 20 * second, toEach(both))
    expect(younger.codes()).toEqual(['older_installation'])
  })

  it('is still known after a restart, so the younger one waits from its first poll on', async () => {
    const older = await world.start(newStore())
    const store = newStore()
    const first = await world.start(store)
    await stream([older, first], minute, toEach([older, first]))
    first.end()
    const restarted = await world.start(store)
    expect(restarted.others.lastPostOfOlder(key)).toBeDefined()
    expect(restarted.codes()).toEqual(['older_installation'])
  })

  it('has its newest message known at once, from events and from histories', async () => {
    const { older, younger, both } = await startTwo()
    await stream(both, minute, toEach(both))
    const announced = await older.post('700')
    world.announce(announced, younger)
    expect(younger.others.lastPostOfOlder(key)).toBe(announced.ts)
    await world.pass(10 * minute)
    const { ts } = await older.post('701')
    await younger.readHistory()
    expect(younger.others.lastPostOfOlder(key)).toBe(ts)
  })

  it('is known to every process on one database, and its end, too', async () => {
    const older = await world.start(newStore())
    const store = newStore()
    const [one, two] = [await world.start(store, () => 2), await world.start(store, () => 2)]
    await stream([older, one], minute, toEach([one]))
    expect([one.codes(), two.codes()]).toEqual([['older_installation'], ['older_installation']])
    expect(two.others.lastPostOfOlder(key)).toBeDefined()
    await two.others.olderIsGone(key)
    await world.pass(2 * minute)
    expect([one.codes(), two.codes()]).toEqual([[], []])
  })

  it('is not forgotten if the store fails', async () => {
    const { younger, both } = await startTwo()
    await stream(both, 40 * second, toEach(both))
    expect(younger.codes()).toEqual([])
    younger.end()
    world.clock.at += 20 * second
    younger.faults.store = new Error('the disk is full')
    await expect(younger.others.refresh()).rejects.toThrow('the disk is full')
    world.clock.at += 20 * minute
    delete younger.faults.store
    await younger.others.refresh()
    expect(younger.codes()).toEqual(['older_installation'])
  })
})
