import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../../../sandbox/mention-service/generator/random.ts'
import { channel, createWorld, type World } from './bot-world.ts'
import { ana, peopleIn } from './people-world.ts'
import { count, startStream, type Toll } from './torture.ts'

/** `forgotten`: the mutes that were acknowledged to a person before a power cut, and were gone after it. */
export type PowerCutToll = Toll & { mutes: number; forgotten: string[] }

const imageBytes = 64 * 1024 * 1024
/** ext4 writes by itself after this time, in seconds. It is long, so that only what the bot synchronised survives. */
const commitSeconds = 300

/**
 * Cuts the power of a bot whose data folder is on an ext4 file system in an image: the image is copied while the bot is stopped, and the next
 * process starts on the copy. What ext4 had not yet written to its device is lost. Needs root and loop devices; undefined without them.
 */
export async function powerCuts({
  cuts,
  seed,
  progress,
}: {
  cuts: number
  seed: number
  progress: (line: string) => void
}): Promise<PowerCutToll | undefined> {
  const disk = createImage()
  if (disk === undefined) return undefined
  const world = await createWorld({
    configuration: {
      doubtSeconds: 1,
      subscriptions: [
        { name: 'acme', alert: 'Acme brand', channel, schedule: '* * * * * *', burstWithin: '2s' },
      ],
    },
    slack: { users: [{ id: ana, name: 'ana', displayName: 'Ana Lima' }] },
    environment: { DATA_DIR: disk.dataDir },
  })
  const people = peopleIn(world)
  const random = createRandom(seed)
  const stream = startStream(world, random, { perSecond: 1.5, burstsPerMinute: 4, late: 0.05 })
  const muted: string[] = []
  const start = async () => {
    world.start()
    await world.until('a connection', () => world.slack.control.sockets() > 0)
  }
  try {
    for (let cut = 1; cut <= cuts; cut++) {
      const bot = world.start()
      await world.until('a connection', () => world.slack.control.sockets() > 0)
      await wait(random.next() * 2000)
      const name = `Nobody ${cut}`
      await people.run(ana, channel, `/mentions mute author ${name} 7d`)
      await world.until('the announced mute', () => people.find(channel, name) !== undefined)
      muted.push(name)
      await wait(random.next() * 300)
      bot.kill('SIGSTOP')
      disk.keepSynchronised()
      await world.end('SIGKILL')
      await world.until('the end of the connection', () => world.slack.control.sockets() === 0)
      disk.restore()
      if (cut % 10 === 0)
        progress(`${cut} power cuts, ${stream.made.length} made, ${world.ids().length} posted`)
    }
    stream.stop()
    await start()
    await world.until('everything is posted', () => new Set(world.ids()).size >= stream.made.length, 600_000)
    const kept = await mutesOf(world, people)
    const forgotten = muted.filter((name) => !kept.has(name))
    await world.end('SIGTERM')
    return { ...count(world, stream, cuts), mutes: muted.length, forgotten }
  } finally {
    stream.stop()
    await world.close()
    disk.remove()
  }
}

/** Ends the mutes that the list shows until it shows none, because it shows only the first 30. */
async function mutesOf(world: World, people: ReturnType<typeof peopleIn>): Promise<Set<string>> {
  const names = new Set<string>()
  for (;;) {
    const list = await people.ask(ana, channel, '/mentions mutes')
    const shown = new Set([...list.matchAll(/(Nobody \d+) \(author\)/g)].map(([, name]) => String(name)))
    if (shown.size === 0) return names
    for (const name of shown) {
      names.add(name)
      await people.run(ana, channel, `/mentions unmute ${name}`)
      const ended = new RegExp(`unmuted the author \\W?${name}\\b`)
      await world.until(`the end of the mute of ${name}`, () => people.find(channel, ended) !== undefined)
    }
  }
}

/** An ext4 file system in a file, mounted through a loop device. */
function createImage() {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-disk-'))
  const [image, copy, mounted] = ['image', 'copy', 'mounted'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const run = (command: string, ...parameters: string[]) =>
    execFileSync(command, parameters, { stdio: 'pipe' })
  const mount = () => run('mount', '-o', `loop,commit=${commitSeconds}`, image, mounted)
  const unmount = () => run('umount', mounted)
  try {
    mkdirSync(mounted)
    writeFileSync(image, '')
    truncateSync(image, imageBytes)
    run('mkfs.ext4', '-q', image)
    mount()
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
  const dataDir = join(mounted, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  run('sync', '--file-system', mounted)
  return {
    dataDir,
    keepSynchronised: () => copyFileSync(image, copy),
    restore() {
      unmount()
      renameSync(copy, image)
      mount()
    },
    remove() {
      unmount()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
