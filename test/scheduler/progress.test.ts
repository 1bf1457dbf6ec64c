import { onTestFinished } from 'vitest'
import { startBoss } from '../../src/scheduler/pg-boss.ts'
import { createPollQueue } from '../../src/scheduler/poll-queue.ts'
import { createSharedPollQueue } from '../../src/scheduler/shared-queue.ts'
import { dueRows } from '../../src/store/postgres/due-rows.ts'
import { useDatabases } from '../tools/databases.ts'
import { progressContract } from './progress.contract.ts'

/** Two queues meet one contract: that of a single process, and the shared one, read in another process than the one that runs. */

const databases = useDatabases()

function setTimer(run: () => void, ms: number) {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

progressContract('the process that polls it', async (run) => {
  const list = createPollQueue({ now: Date.now, setTimer }, run)
  return { works: list, tells: list }
})

progressContract('another process on the same database', async (run) => {
  const { open } = await databases.fresh()
  const problem = { raise: () => undefined, clear: () => undefined }
  const [here, there] = [(await open()).database, (await open()).database]
  const boss = await startBoss(here.query, () => undefined)
  const jobs = await boss.jobs('polls')
  const deps = { now: Date.now, setTimer, problem }
  const works = createSharedPollQueue({ ...deps, rows: dueRows(here, 'polls'), jobs }, run)
  const claimsNothing = { ...jobs, claim: async () => [] }
  const tells = createSharedPollQueue(
    { ...deps, rows: dueRows(there, 'polls'), jobs: claimsNothing },
    async () => [],
  )
  onTestFinished(async () => {
    await tells.stop()
    await boss.stop()
  })
  return { works, tells }
})
