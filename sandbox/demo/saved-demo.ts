import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { Workspace } from '../../packages/slack-on-your-desk/src/index.ts'
import { loadDataFile } from '../mention-service/data-file.ts'
import type { MentionStore } from '../mention-service/store.ts'
import type { DemoClock } from './demo-clock.ts'

/** Ms between two saves. A demo that is killed loses at most this much. */
const interval = 5000

/**
 * Restores the demo saved in a folder, if any, and saves it from now on: the state of the workspace, and the mentions
 * added since the generated past ended. Returns a function that saves a last time and stops.
 */
export async function keepDemo(
  folder: string,
  slack: Workspace,
  mentionStore: MentionStore | undefined,
  clock: DemoClock,
): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const known = new Set(idsOf(mentionStore))
  await restore(folder, slack, mentionStore)
  const write = async () => {
    await replace(join(folder, 'slack.bin'), serialize(slack.state))
    await replace(join(folder, 'mentions.jsonl'), linesOf(mentionStore, known))
    await replace(join(folder, 'clock'), String(clock.offsetMs()))
  }
  const timer = setInterval(() => void write().catch(() => undefined), interval)
  return async () => {
    clearInterval(timer)
    await write()
  }
}

/** How far the saved demo's clock was ahead of the machine's, in ms; 0 if nothing is saved. */
export async function savedClockOffset(folder: string): Promise<number> {
  const offset = Number(await readFile(join(folder, 'clock'), 'utf8').catch(() => 0))
  return Number.isFinite(offset) ? offset : 0
}

/**
 * The time of the demo's first start (UTC ms). The generated past ends at this time in every later run, too, so that
 * it stays the same.
 */
export async function firstStartOf(folder: string, now: number): Promise<number> {
  const file = join(folder, 'begun')
  const begun = Number(await readFile(file, 'utf8').catch(() => Number.NaN))
  if (Number.isFinite(begun)) return begun
  await mkdir(folder, { recursive: true })
  await writeFile(file, String(now))
  return now
}

async function restore(
  folder: string,
  slack: Workspace,
  mentionStore: MentionStore | undefined,
): Promise<void> {
  const state = await readFile(join(folder, 'slack.bin')).catch(() => undefined)
  if (state !== undefined) Object.assign(slack.state, readState(state, folder))
  const lines = await readFile(join(folder, 'mentions.jsonl'), 'utf8').catch(() => '')
  if (mentionStore !== undefined) loadDataFile(mentionStore, lines)
}

function readState(state: Buffer, folder: string): object {
  try {
    return deserialize(state)
  } catch (error) {
    throw new Error(
      `The demo saved in ${folder} cannot be read. Choose another folder, or delete this one.`,
      {
        cause: error,
      },
    )
  }
}

function idsOf(mentionStore: MentionStore | undefined): string[] {
  return (mentionStore?.alerts() ?? []).flatMap(({ alert_id }) => mentionStore?.ids(alert_id) ?? [])
}

function linesOf(mentionStore: MentionStore | undefined, known: Set<string>): string {
  if (mentionStore === undefined) return ''
  const lines = mentionStore.alerts().flatMap(({ alert_id }) => {
    const fresh = mentionStore.texts(alert_id, 'id').filter(({ id }) => !known.has(id))
    return fresh.map(({ body }) => `{"alert_id":${alert_id},"mention":${body}}\n`)
  })
  return lines.join('')
}

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${path}.next`, content)
  await rename(`${path}.next`, path)
}
