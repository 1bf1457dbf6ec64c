import type { DueAt } from './due-list.ts'
import type { Progress } from './lags.ts'

/** A member that is due under a key. */
export type DueMember = { key: string; member: string } & DueAt

/** A member that is taken for a run; `behindMs`: how long ago it became due without having read to the end since. */
export type TakenMember = { key: string; member: string; behindMs: number }

/** What is due in the whole cluster, durably: a job engine only says who runs it. */
export type DueRows = {
  /**
   * Notes members as due. `now`: by the clock that the wishes among them are told by (UTC, ms); they wait for as long by the
   * database's. What a run has seen to that began at a slot or later is not due again. Resolves with the keys that have become due by
   * that, and need a job: the one whose last run began longest ago first, so that none waits twice as long as another.
   */
  note(due: DueMember[], now: number): Promise<string[]>
  /** Takes what is due under keys, for runs that begin now; what an earlier run took and never ended is among it. */
  take(keys: string[]): Promise<TakenMember[]>
  /** Ends the runs of keys; `caughtUp`: the members that have read to the end in them. Resolves with the keys under which anybody has become due meanwhile. */
  end(keys: string[], caughtUp: string[]): Promise<string[]>
  /** Ends the runs of keys in a process that stops: whoever has not read to the end in them, or has become due meanwhile, needs a job at once. */
  handOver(keys: string[], caughtUp: string[]): Promise<void>
  /**
   * The keys that need a job: what became due by the passing of time, and what a job was asked for a while ago without effect.
   * `lag`: how long the longest waiting has been due, in ms.
   */
  waiting(): Promise<{ keys: string[]; lag: number }>
  /** Notes members that are due and cannot run, for nobody knows their key: they are behind from now on, by the database's clock. */
  missed(members: string[]): Promise<void>
  /** How far all members got, whoever ran them, by the database's clock. */
  howFar(): Promise<Progress[]>
  /** Removes what stands under any other key than the one that a member has now, and how far it got under that. */
  moved(members: { member: string; key: string }[]): Promise<void>
  /** Forgets how far members got; what is due stays so. */
  forget(members: string[]): Promise<void>
}

/** A claim to run a key: while it is held, nobody else in the cluster runs it. */
export type Job = { key: string; id: string; attempt: number }

/** Who runs what: at most one job a key in the whole cluster, whether it waits or runs. */
export type Jobs = {
  /** Asks for jobs, which are handed out in about this order; a key that has one already gets no other. */
  ask(keys: string[]): Promise<void>
  /** Claims up to so many jobs that wait. */
  claim(most: number): Promise<Job[]>
  /** Says that jobs are still at work; resolves with those that are still ours. Who is silent for ten seconds loses them. */
  hold(jobs: Job[]): Promise<Job[]>
  /** Gives jobs back as done; resolves with those that were still ours. */
  drop(jobs: Job[]): Promise<Job[]>
}
