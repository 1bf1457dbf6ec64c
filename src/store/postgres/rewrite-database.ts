import { z } from 'zod'
import type { Rewrite } from '../rewrite.ts'
import { resealCheckpoint } from '../sealed-checkpoint.ts'
import { type RewrittenTable, recordTables, rewriteRows } from '../sql/rewrite-rows.ts'
import type { Database } from './database.ts'
import { raisingFence } from './leases.ts'
import { postgres } from './records.ts'

const inner = z.object({ alert: z.unknown(), value: z.unknown() })

const checkpoints: RewrittenTable = {
  keys: ['subscription', 'alert'],
  page: `select subscription, alert, checkpoint as value, checkpoint::text as version from overheard.checkpoints
      where (subscription, alert) > ($1, $2) order by subscription, alert limit $3`,
  // The leader keeps the checkpoint in memory. Because of the new fence it reads the checkpoint again.
  update: `with raised as (${raisingFence})
      update overheard.checkpoints set checkpoint = ($1::json)->'value'
      where subscription = $2 and alert = $3 and checkpoint::text = $4`,
  storedOf: ({ alert, value }) => ({ kind: 'checkpoints', value: { alert, value } }),
  finish: ({ subscription, alert }, before, after) => {
    const key = { subscription: String(subscription), alert: String(alert) }
    const [old, next] = [inner.safeParse(before), inner.safeParse(after)]
    return { ...next.data, value: resealCheckpoint(key, old.data?.value, next.data?.value) }
  },
}

export const rewriteDatabase = (database: Database, rewrite: Rewrite, dryRun = false) =>
  rewriteRows(database.query, [...recordTables(postgres), checkpoints], rewrite, dryRun)
