import type { Leadership, LeaderWork, Takeover } from './leadership.ts'

/** What parts that can be replaced see of the leadership. */
export type WorksOfParts = Pick<Leadership, 'leads' | 'attach'>

export type ReplaceableWorks = WorksOfParts & {
  /** Ends the work. The process goes on leading, but does nothing as the leader. */
  close(): Promise<void>
  /** Begins the work that was attached since `close`, if this process leads. Rejects if the store fails; then nothing has begun. */
  open(): Promise<void>
}

/**
 * Attaches one work to the leadership for all parts that are replaced while the process goes on leading. New work begins as after a start:
 * it checks the checkpoints against the channels, because the work before it may have ended in the middle of a post.
 */
export function createReplaceableWorks(leadership: WorksOfParts): ReplaceableWorks {
  let works: LeaderWork[] = []
  let isOpen = true
  /** Set while this process leads. */
  let leading: Takeover | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let opened = Promise.withResolvers<void>()
  opened.resolve()

  const prepareAll = () => Promise.all(works.map((work) => work.prepare?.()))
  const endAll = () => Promise.all(works.map((work) => work.end?.()))
  function beginAll(takeover: Takeover): void {
    for (const work of works) work.begin?.(takeover)
  }

  leadership.attach({
    async prepare() {
      await opened.promise
      await prepareAll()
    },
    begin(takeover) {
      leading = takeover
      if (isOpen) beginAll(takeover)
    },
    resume() {
      if (isOpen) for (const work of works) work.resume?.()
    },
    async end() {
      leading = undefined
      await (isOpen ? endAll() : ended)
    },
  })
  return {
    leads: () => isOpen && leadership.leads(),
    attach: (work) => void works.push(work),
    async close() {
      isOpen = false
      opened = Promise.withResolvers()
      ended = leading === undefined ? Promise.resolve() : endAll()
      await ended
      works = []
    },
    async open() {
      if (leading !== undefined) await prepareAll()
      isOpen = true
      opened.resolve()
      if (leading !== undefined) beginAll({ checkpoints: 'unsure' })
    },
  }
}
