import type { Leadership, LeaderTask, Takeover } from './leadership.ts'

/** What rooms that are built again with other settings see of the leadership. */
export type LeaderTasks = Pick<Leadership, 'leads' | 'attach'>

export type ReplaceableTasks = LeaderTasks & {
  /** Ends the tasks. The process goes on leading, but does nothing as the leader. */
  close(): Promise<void>
  /** Begins the tasks that were attached since `close`, if this process leads. Rejects if the store fails; then none has begun. */
  open(): Promise<void>
}

/**
 * Attaches one task to the leadership for all rooms that are built again while the process goes on leading. New tasks begin as after a start:
 * they check the checkpoints against the channels, because those before them may have ended in the middle of a post.
 */
export function createReplaceableTasks(leadership: LeaderTasks): ReplaceableTasks {
  let tasks: LeaderTask[] = []
  let isOpen = true
  /** Set while this process leads. */
  let leading: Takeover | undefined
  let ended: Promise<unknown> = Promise.resolve()
  let opened = Promise.withResolvers<void>()
  opened.resolve()

  const prepareAll = () => Promise.all(tasks.map((task) => task.prepare?.()))
  const endAll = () => Promise.all(tasks.map((task) => task.end?.()))
  function beginAll(takeover: Takeover): void {
    for (const task of tasks) task.begin?.(takeover)
  }

  leadership.attach({
    async prepare() {
      let prepared: LeaderTask[]
      // While these tasks are prepared, others may replace them.
      do {
        await opened.promise
        prepared = tasks
        await prepareAll()
      } while (prepared !== tasks)
    },
    begin(takeover) {
      leading = takeover
      if (isOpen) beginAll(takeover)
    },
    resume() {
      if (isOpen) for (const task of tasks) task.resume?.()
    },
    async end() {
      leading = undefined
      await (isOpen ? endAll() : ended)
    },
  })
  return {
    leads: () => isOpen && leadership.leads(),
    attach: (task) => void tasks.push(task),
    async close() {
      // A takeover may wait for `open` since an earlier `close`.
      if (isOpen) opened = Promise.withResolvers()
      isOpen = false
      ended = leading === undefined ? Promise.resolve() : endAll()
      await ended
      tasks = []
    },
    async open() {
      if (leading !== undefined) await prepareAll()
      isOpen = true
      opened.resolve()
      if (leading !== undefined) beginAll({ checkpoints: 'unsure' })
    },
  }
}
