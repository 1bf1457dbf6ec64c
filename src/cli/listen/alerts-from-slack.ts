import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeQuery } from '../../../service/query/describe-query.ts'
import { copyDatabaseFile } from '../../../service/store/copy-file.ts'
import { openStore } from '../../../service/store/store.ts'
import { proxySettings } from '../../config/environment.ts'
import { createListeningClient } from '../../mention-api/listening-client.ts'
import { mentionsFile, type WrittenAlert } from '../../model/listening.ts'

type Variables = Record<string, string | undefined>
export type RefusedAlert = { name: string; query: string; problem: string }

/**
 * Returns the alerts that people have made with `/mentions listen`. Asks the mention service if it runs alone, and otherwise reads a copy of
 * its file, which the service has locked. Rejects if neither can be read.
 */
export async function alertsFromSlack(variables: Variables): Promise<WrittenAlert[]> {
  const { MENTIONS_API_URL, MENTIONS_API_TOKEN: token = '', DATA_DIR } = variables
  const url = MENTIONS_API_URL?.trim()
  if (url) return askService(url, token.trim(), variables)
  const file = join(DATA_DIR?.trim() || './data', mentionsFile)
  return existsSync(file) ? readFrom(file) : []
}

/** The alerts of Slack whose queries a newer rule refuses, each with the reason. */
export async function refusedAlertsFromSlack(variables: Variables): Promise<RefusedAlert[]> {
  const alerts = await alertsFromSlack(variables)
  return alerts.flatMap(({ name, query }) => {
    const { problem } = describeQuery(query)
    return problem === undefined ? [] : [{ name, query, problem }]
  })
}

async function askService(url: string, token: string, variables: Variables): Promise<WrittenAlert[]> {
  const baseUrl = url.replace(/\/+$/, '').replace(/\/v1\.0$/, '')
  const client = createListeningClient({ baseUrl, token, proxy: proxySettings(variables), now: Date.now })
  try {
    const all = await client.alerts()
    return all.flatMap(({ name, query, languages, isFixed }) =>
      isFixed || query === undefined ? [] : [{ name, query, languages }],
    )
  } finally {
    await client.close()
  }
}

function readFrom(file: string): WrittenAlert[] {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-alerts-'))
  try {
    const copy = join(folder, mentionsFile)
    copyDatabaseFile(file, copy)
    const store = openStore(copy)
    try {
      return store.alerts
        .all()
        .flatMap(({ alert_name: name, query, languages = [], origin }) =>
          origin === 'command' && query !== undefined ? [{ name, query, languages }] : [],
        )
    } finally {
      store.close()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
