import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { SetTimer } from '@overheard/base/clock'
import { createRuntime } from '@overheard/base/runtime'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pauseFindings, stateChecks } from '../../../src/cli/doctor/local-checks.ts'
import { readPartialSettings } from '../../../src/config/settings.ts'
import { afterInitialSync } from '../../../src/engine/progress/checkpoint-changes.ts'
import { openInstallation, otherInstallations } from '../../../src/installations/installation.ts'
import { muteSchema } from '../../../src/model/mute.ts'
import type { Pause } from '../../../src/model/pause.ts'
import { lockFolder } from '../../../src/store/file/folder-lock.ts'
import { markMoved } from '../../../src/store/file/moved-folder.ts'
import { openFolder } from '../../../src/store/file/open-folder.ts'
import { insertMessage } from '../../../src/store/sqlite/records.ts'
import { emptyFolder } from '../../tools/folder.ts'
import { withPlainSpaces } from '../../tools/message-sketch.ts'
import { filesBelow, writeOldFolder } from '../../tools/old-folder.ts'
import { openRecordsIn } from '../../tools/sqlite-records.ts'

const deps = { now: () => 0, setTimer: () => () => undefined, log: { warn: () => undefined } }

/** A folder as a stopped bot leaves it. */
async function usedFolder() {
  const folder = emptyFolder()
  const store = await openFolder(folder, deps)
  const checkpoints = store.leading.checkpoints()
  await checkpoints.save({ subscription: 'acme', alert: '7' }, afterInitialSync([], true, [], { at: 1 }))
  await store
    .collection('mutes', z.array(muteSchema))
    .put('C1', [{ channel: 'C1', kind: 'author', name: 'Loud', by: 'U1', at: 0 }])
  await store.close()
  return folder
}

/** Timers fire at once; some tests use real timers instead. */
const atOnce: SetTimer = (run) => {
  setImmediate(run)
  return () => undefined
}

async function findings(folder: string, setTimer = atOnce, configuration = '') {
  const settings = readPartialSettings({ DATA_DIR: folder }, 'none.yaml', () => Buffer.from(configuration))
  const inDatabase = async () => Promise.reject(new Error('there is none'))
  const found = await Promise.all(stateChecks(settings, inDatabase, setTimer).map(({ run }) => run()))
  return found
    .flat()
    .map(
      ({ level, what }) =>
        `${level}: ${what.replaceAll(folder, '…').replace(/\d+\S* \S?B are free/, 'N are free')}`,
    )
}

const writable = 'fine: The folder … can be written. N are free on its disk.'

/** The contents of the lock files. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name === 'lock' || name === 'owner' || name.includes('-'))
    .map((name) => [name, statSync(join(folder, name)).ino, readFileSync(join(folder, name), 'utf8')])

const damage = (path: string) => writeFileSync(path, '{"C1":')

describe('the doctor’s check of the data folder', () => {
  it('finds no fault in a writable folder', async () => {
    expect(await findings(await usedFolder())).toEqual([writable])
  })

  it('makes no folder, because the doctor may run as another user than the bot', async () => {
    const parent = emptyFolder()
    const folder = join(parent, 'deep', 'data')
    expect(await findings(folder)).toEqual([
      'fine: The folder … does not exist yet. The bot makes it when it starts.',
    ])
    expect(readdirSync(parent)).toEqual([])
  })

  it('names the installation, and warns about other installations that post the same mentions', async () => {
    const folder = await usedFolder()
    const store = await openFolder(folder, deps)
    const made = Date.UTC(2026, 10, 20, 14, 2)
    const { id } = await openInstallation(
      store,
      () => made,
      () => 7,
    )
    const postedAt = (at: number) => ({ lastAt: at, lastTs: (at / 1000).toFixed(6) })
    const of = { subscription: 'acme', alert: '7', since: Date.now() }
    const others = otherInstallations(store)
    await others.put('a', { ...of, id: '0000000aaaaa', ...postedAt(Date.now()) })
    await others.put('b', { ...of, id: 'zzzzzzzaaaaa', ...postedAt(Date.now() - 2 * 3_600_000) })
    await store.close()
    const found = await findings(folder)
    expect(found).toContain(
      `fine: This store has the installation id ${id}, made on Nov 20, 2026, 14:02 UTC.`,
    )
    expect(found.filter((line) => line.startsWith('warning'))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^warning: acme: An older copy of Overheard \\(id 0000000aaaaa\\) posts .* this copy \\(id ${id}\\) has paused`,
        ),
      ),
    ])
  })

  it('warns about a damaged checkpoint, which the bot rebuilds from the channel', async () => {
    const folder = await usedFolder()
    const [name = ''] = readdirSync(join(folder, 'checkpoints'))
    damage(join(folder, 'checkpoints', name))
    expect(await findings(folder)).toEqual([
      writable,
      expect.stringMatching(
        /^warning: Stored checkpoints are damaged\. …\/checkpoints\/acme-\w+\.json: it is not JSON\./,
      ),
    ])
  })

  it('reports a fault if the file of mutes is damaged, because a person must restore that file', async () => {
    const folder = await usedFolder()
    damage(join(folder, 'mutes.json'))
    expect(await findings(folder)).toEqual([
      writable,
      'fault: Stored mutes are damaged. …/mutes.json: it is not JSON. Nobody knows what is muted, so all subscriptions stop.',
    ])
  })

  it('lists every damaged record, changes nothing, and names what was set aside', async () => {
    const folder = await usedFolder()
    const { database, close } = openRecordsIn(folder)
    database.all([
      { text: insertMessage, values: ['cards', 'C1', '1795176000.000100', '{"shows":{"kind":"card2"}}'] },
      {
        text: 'insert into records (collection, key, value) values ($1, $2, $3)',
        values: ['started-subscriptions', '7 acme', 'false'],
      },
      {
        text: 'insert into decisions (at, subscription, alert, mention, entry) values ($1, $2, $3, $4, $5)',
        values: [1, 'acme', '7', '1', '[]'],
      },
    ])
    close()
    writeFileSync(join(folder, 'reminders.json.damaged'), '{')
    const before = filesBelow(folder)
    expect(await findings(folder)).toEqual([
      writable,
      expect.stringMatching(
        /^warning: Stored started subscriptions .*table records in …\/records\.sqlite, collection 'started-subscriptions', key '7 acme': /,
      ),
      expect.stringMatching(
        /^warning: Stored posts are damaged\. table messages in …\/records\.sqlite, collection 'cards', channel 'C1', ts '1795176000\.000100': its field /,
      ),
      expect.stringMatching(
        /^warning: Stored decisions are damaged\. table decisions in …\/records\.sqlite, number '1': /,
      ),
      'fine: What was damaged and had to be replaced is kept in …/reminders.json.damaged. Delete it if nobody needs it.',
    ])
    expect(filesBelow(folder)).toEqual(before)
  })

  it('lists what is damaged in a folder of an older version, and upgrades nothing', async () => {
    const folder = emptyFolder()
    writeOldFolder(folder)
    const card = join(folder, 'cards', 'C1', '2026-11-20.jsonl')
    writeFileSync(card, '{"ts":"1795176000.000100","value":{"shows":{"kind":"card2"}}}\n{"ts":\n')
    const before = filesBelow(folder)
    expect((await findings(folder)).filter((line) => line.startsWith('warning'))).toEqual([
      expect.stringMatching(/^warning: .*…\/cards\/C1\/2026-11-20\.jsonl, line 2: it is not JSON\./),
      expect.stringMatching(/^warning: Stored posts are damaged\. table messages in .*: its field /),
    ])
    expect(filesBelow(folder)).toEqual(before)
  })

  it('reports a fault if the file with records is damaged, and does not touch it', async () => {
    const folder = await usedFolder()
    writeFileSync(join(folder, 'records.sqlite'), 'x'.repeat(5000))
    expect(await findings(folder)).toEqual([
      expect.stringMatching(/^fault: The file …\/records\.sqlite is damaged \(file is not a database\)\./),
    ])
  })

  it('reports a fault if a newer version has written the folder, and writes nothing', async () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'version'), '9\n')
    expect(await findings(folder)).toEqual([
      'fault: A newer version of Overheard has written the folder …: its data has version 9, and this program knows up to 4.',
    ])
    expect(readdirSync(folder)).toEqual(['version'])
  })

  it('reports a fault if the data of the folder was moved to a database', async () => {
    const folder = await usedFolder()
    await markMoved(folder, { database: 'db.example/overheard', at: Date.UTC(2026, 10, 23) })
    expect(await findings(folder)).toEqual([
      writable,
      'fault: The data of the folder … was moved to a database (2026-11-23T00:00:00.000Z to db.example/overheard). With a bot on each, everything would be posted twice.',
    ])
  })

  it('says how often alerts are checked, and warns if they need too many requests', async () => {
    const folder = await usedFolder()
    const subscriptions = (count: number) =>
      Array.from({ length: count }, (_, index) => `  - { name: of ${index}, alert: A${index}, channel: C1 }`)
    const checks = async (count: number) =>
      withPlainSpaces(
        (await findings(folder, atOnce, ['subscriptions:', ...subscriptions(count)].join('\n'))).at(-1) ?? '',
      )
    expect(await checks(10)).toBe(
      'fine: Overheard checks 10 alerts every 5 seconds on average, busy alerts more often.',
    )
    expect(await checks(1000)).toMatch(/^warning: The 1,000 alerts need more .* every 4 minutes on average/)
  })

  it('reports a fault if there is a folder in the place of the lock file', async () => {
    const folder = await usedFolder()
    rmSync(join(folder, 'lock'))
    mkdirSync(join(folder, 'lock'))
    expect(await findings(folder)).toEqual([
      'fault: The lock file …/lock is not an empty file, as it has to be: remove it while no bot is running.',
    ])
  })

  it('warns that the bot that used the folder last was killed or hangs, if that bot no longer renews the file “owner”', async () => {
    const folder = await usedFolder()
    const record = { owner: 'other', machine: 'boot-2', host: 'host-2', pid: 7 }
    writeFileSync(join(folder, 'owner'), JSON.stringify(record))
    expect(await findings(folder)).toEqual([
      writable,
      'warning: The bot that used it last (process 7 on host-2) was killed or hangs: it does not renew the file "owner".',
    ])
  })

  it('reports that a bot is running, and does not touch the lock of that bot', async () => {
    const folder = await usedFolder()
    const { now, setTimer } = createRuntime()
    const lock = await lockFolder(folder, { now, setTimer, warn: () => undefined })
    const before = filesIn(folder)
    expect(await findings(folder, setTimer)).toEqual([
      `fine: The folder … is in use: the bot is running (process ${process.pid} on ${hostname()}). N are free on its disk.`,
    ])
    expect(filesIn(folder)).toEqual(before)
    expect(lock.ownsFolder()).toBe(true)
    await lock.release()
  })
})

describe('a pause that people made', () => {
  const of = (pause: Partial<Pause>, count: boolean) =>
    pauseFindings([{ key: 'acme', value: { id: 'p1', by: 'U1', at: 0, ...pause } }], 5, count).map(
      ({ what }) => what,
    )

  it('is named with the command that ends it', () => {
    expect(of({}, true)).toEqual([
      'The subscription acme is paused from Slack, until somebody resumes it. New mentions wait: /mentions resume acme',
    ])
  })

  it.each([[{}], [{ until: 0, next: { id: 'p2', by: 'U1', from: 6, until: 9 } }]])(
    'does not count without the feature that can end it, and the doctor says so: %j',
    (pause) => {
      expect(of(pause, false)).toEqual([
        'A stored pause of the subscription acme does not count, because nobody could end it.',
      ])
    },
  )

  it('is not mentioned when it is over', () => {
    expect([...of({ until: 4 }, true), ...of({ until: 4 }, false)]).toEqual([])
  })
})
