import { createHash, randomUUID } from 'node:crypto'
import type { SetTimer } from '@overheard/base/clock'
import { startLoop } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import { problemTexts, stoppedNames } from '../messages/problems/problem-texts.ts'
import type { Announcements } from '../model/announcements.ts'
import type { ProblemBoard } from '../model/problem.ts'

type Deps = {
  announcements: Announcements
  /** Those of the leader. */
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  /** Is called while others differ: this process may not have heard of a change. */
  differs?: () => void
  now: () => Time
  setTimer: SetTimer
}

const announceEveryMs = 30_000
/** A process that was not heard for this time, in ms, has ended. */
const heardForMs = 100_000

const topicOf = (process: string, fingerprint: string) => `settings ${process} ${fingerprint}`
const topicPattern = /^settings (\S+) (\S+)$/

const problemKey = 'settings differ'

/**
 * Compares the configuration files of the processes. Each announces a fingerprint of its file, and the leader tells if they differ: its file
 * decides what is posted, and another one would decide after a takeover.
 */
export function createSettingsOfProcesses({ announcements, problems, differs, now, setTimer }: Deps) {
  const self = randomUUID()
  const heard = new Map<string, { fingerprint: string; at: Time }>()
  let own: string | undefined

  function judge(): void {
    for (const [process, { at }] of heard) if (now() - at > heardForMs) heard.delete(process)
    const others = [...heard.values()].filter(({ fingerprint }) => fingerprint !== own).length
    if (others > 0) differs?.()
    if (others > 0 && own !== undefined)
      problems.raise(problemKey, {
        stops: stoppedNames.settings(),
        code: 'settings_differ',
        ...problemTexts.settingsDiffer(others),
      })
    else problems.clear(problemKey)
  }

  announcements.on((topic = '', isOwn) => {
    const [, process, fingerprint] = topicPattern.exec(topic) ?? []
    if (isOwn || process === undefined || fingerprint === undefined) return
    heard.set(process, { fingerprint, at: now() })
    judge()
  })

  async function tell(): Promise<void> {
    judge()
    // The database may be away. The next announcement comes soon.
    if (own !== undefined) await announcements.announce(topicOf(self, own)).catch(() => undefined)
  }
  const loop = startLoop(tell, announceEveryMs, setTimer)

  return {
    /** Sets the file of this process, as it was written. */
    set(written: unknown): void {
      own = createHash('sha256').update(JSON.stringify(written)).digest('hex')
      loop.soon()
    },
    stop: loop.stop,
  }
}
