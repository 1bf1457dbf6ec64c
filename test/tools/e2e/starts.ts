import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { channel, createWorld, endOf, type World } from './bot-world.ts'
import { type Contender, startContender } from './contenders.ts'

/** Three processes take the folder of a killed one at once, again and again; counts owners and repeated mentions. */

/** `wrong`: the rounds without exactly one owner, and unexpected reasons of refusal. */
export type StartsToll = { rounds: number; wrong: string[]; lost: string[]; twice: string[] }

/** The number of processes that try at once. */
const together = 3

/** Uses small processes that only take the folder, so that all three try at the same moment. A new one replaces the killed owner. */
export async function threeContenders(
  rounds: number,
  progress?: (line: string) => void,
): Promise<StartsToll> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-starts-'))
  const wrong: string[] = []
  try {
    const contenders: Contender[] = []
    for (let round = 1; round <= rounds; round++) {
      const missing = Array.from({ length: together - contenders.length }, () => startContender(folder))
      contenders.push(...(await Promise.all(missing)))
      const answers = await Promise.all(contenders.map(({ ask }) => ask('take')))
      const owners = answers.filter((answer) => answer === 'owner')
      const refused = answers.filter((answer) => answer.startsWith('FolderTakenError'))
      if (owners.length !== 1 || refused.length !== together - 1)
        wrong.push(`round ${round}: ${answers.join(' | ')}`)
      const owner = answers.indexOf('owner')
      const killed = owner === -1 ? contenders.splice(0) : contenders.splice(owner, 1)
      await Promise.all(killed.map(({ end }) => end('SIGKILL')))
      if (round % 50 === 0) progress?.(`${round} rounds of three contenders, ${wrong.length} wrong`)
    }
    await Promise.all(contenders.map(({ end }) => end('SIGKILL')))
    return { rounds, wrong, lost: [], twice: [] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const configuration = {
  doubtSeconds: 1,
  subscriptions: [{ name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *' }],
}

/** Uses whole bots and mentions: each mention must be posted once. */
export async function threeBots(rounds: number, progress?: (line: string) => void): Promise<StartsToll> {
  const world = await createWorld({ configuration })
  const wrong: string[] = []
  const made: string[] = []
  try {
    world.add(1)
    world.start()
    await world.until('the initial sync', () => world.watches())
    await world.end('SIGKILL')
    for (let round = 1; round <= rounds; round++) {
      const bots = Array.from({ length: together }, () => world.start())
      const owners = await ownersAmong(world, bots)
      if (owners !== 1) wrong.push(`round ${round}: ${owners} owners`)
      for (let id = 10 * round; id < 10 * round + 3; id++) {
        made.push(String(id))
        world.add(id)
      }
      await world.until('what was made', () => made.every((id) => world.ids().includes(id)), 300_000)
      // A second owner would also poll each second.
      if (owners > 1) await wait(3000)
      await Promise.all(bots.map((bot) => endOf(bot, 'SIGKILL')))
      if (round % 10 === 0) progress?.(`${round} rounds of three bots, ${wrong.length} wrong`)
    }
    const posted = world.ids()
    return {
      rounds,
      wrong,
      lost: made.filter((id) => !posted.includes(id)),
      twice: posted.filter((id, index) => posted.indexOf(id) < index),
    }
  } finally {
    await world.close()
  }
}

/** The number of bots that keep running. The others end with 1; the bound only ends a wait for a second owner. */
async function ownersAmong(world: World, bots: ChildProcess[]): Promise<number> {
  const living = () => bots.filter(({ exitCode }) => exitCode !== 1)
  await world.until('the others to end', () => living().length <= 1, 60_000).catch(() => undefined)
  return living().length
}
