import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Time } from '@overheard/base/time'
import { createIngest } from '@overheard/listen/ingest'
import { describeQuery } from '@overheard/listen/query/describe-query'
import { sources } from '@overheard/listen/sources'
import type { StoredAlert } from '@overheard/listen/store/alerts'
import { copyDatabaseFile } from '@overheard/listen/store/copy-file'
import { openStore, type Store } from '@overheard/listen/store/store'
import {
  createListeningClient,
  type ListeningAlert,
  type WrittenAlert,
} from '@overheard/mention-client/listening-client'
import { proxySettings } from '../../config/environment.ts'
import type { ProblemText } from '../../messages/problems/problem-texts.ts'
import { mentionsFile } from '../../model/listening.ts'

type Variables = Record<string, string | undefined>
export type RefusedAlert = { name: string; query: string; problem: string }

/**
 * Returns the alerts that people have made with `/mentions listen`. Asks the mention service if it runs alone, and otherwise reads a copy of
 * its file, which the service has locked. Rejects if neither can be read.
 */
export async function alertsFromSlack(variables: Variables): Promise<WrittenAlert[]> {
  const alerts = await knownAlerts(variables, (store) => store.alerts.all().map(knownAlert))
  return alerts.flatMap(({ name, query, languages, isFixed }) =>
    isFixed || query === undefined ? [] : [{ name, query, languages }],
  )
}

/** Which alerts, also of the configuration, find nothing because no post that the mention service has heard has a part. Asks as above. */
export async function heardWarnings(variables: Variables, now: () => Time): Promise<ProblemText[]> {
  const alerts = await knownAlerts(variables, async (store) => {
    const sourceNamed = (name: string) => sources.find((source) => source.name === name)
    const unheard = await createIngest({ store, sourceNamed, now }).unheardWarnings()
    return store.alerts.all().map((one) => ({ ...knownAlert(one), warnings: unheard.get(one.key) ?? [] }))
  })
  return alerts.flatMap(({ name, warnings = [] }) =>
    warnings.map(({ what, whatToDo }) => ({ what: `alert ${name}: ${what}`, whatToDo })),
  )
}

type KnownAlert = Pick<ListeningAlert, 'name' | 'query' | 'languages' | 'isFixed' | 'warnings'>
type Read = (store: Store) => KnownAlert[] | Promise<KnownAlert[]>

const knownAlert = ({ alert_name: name, query, languages = [], origin }: StoredAlert): KnownAlert => ({
  ...{ name, query, languages },
  isFixed: origin !== 'command',
})

async function knownAlerts(variables: Variables, read: Read): Promise<KnownAlert[]> {
  const { MENTIONS_API_URL, MENTIONS_API_TOKEN: token = '', DATA_DIR } = variables
  const url = MENTIONS_API_URL?.trim()
  if (url) return askService(url, token.trim(), variables)
  const file = join(DATA_DIR?.trim() || './data', mentionsFile)
  return existsSync(file) ? readFrom(file, read) : []
}

/** The alerts of Slack whose queries a newer rule refuses, each with the reason. */
export async function refusedAlertsFromSlack(variables: Variables): Promise<RefusedAlert[]> {
  const alerts = await alertsFromSlack(variables)
  return alerts.flatMap(({ name, query }) => {
    const { problem } = describeQuery(query)
    return problem === undefined ? [] : [{ name, query, problem }]
  })
}

async function askService(url: string, token: string, variables: Variables): Promise<KnownAlert[]> {
  const baseUrl = url.replace(/\/+$/, '').replace(/\/v1\.0$/, '')
  const client = createListeningClient({ baseUrl, token, proxy: proxySettings(variables), now: Date.now })
  try {
    return await client.alerts()
  } finally {
    await client.close()
  }
}

async function readFrom(file: string, read: Read): Promise<KnownAlert[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-alerts-'))
  try {
    const copy = join(folder, mentionsFile)
    copyDatabaseFile(file, copy)
    const store = openStore(copy)
    try {
      return await read(store)
    } finally {
      store.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
