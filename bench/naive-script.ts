/** A script as somebody writes it in an afternoon, for comparison. It is short, and it loses and repeats mentions. */
import { readFileSync, writeFileSync } from 'node:fs'
import { schedule } from 'node-cron'

const { MENTIONS_API_URL, MENTIONS_API_TOKEN, SLACK_API_URL, SLACK_BOT_TOKEN } = process.env
const { ALERT = '1', CHANNEL = 'C1', STATE_FILE = './naive-state.json' } = process.env

type Mention = { id: number; url: string; title: string; snippet: string }

let last = readLast()

function readLast(): number {
  try {
    return JSON.parse(readFileSync(STATE_FILE, 'utf8')).last
  } catch {
    return 0
  }
}

export async function poll(): Promise<void> {
  const query = `access_token=${MENTIONS_API_TOKEN}&sort_by=id&sort_order=asc&since_id=${last}`
  const response = await fetch(`${MENTIONS_API_URL}/v1.0/alerts/${ALERT}/mentions?${query}`)
  const { alert_data } = (await response.json()) as { alert_data: { mentions: Mention[] } }
  for (const mention of alert_data.mentions) {
    await post(mention)
    last = mention.id
    writeFileSync(STATE_FILE, JSON.stringify({ last }))
  }
}

export async function post({ url, title, snippet }: Mention): Promise<void> {
  const response = await fetch(`${SLACK_API_URL}chat.postMessage`, {
    method: 'POST',
    headers: { authorization: `Bearer ${SLACK_BOT_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ channel: CHANNEL, text: `*<${url}|${title}>*\n${snippet}` }),
  })
  const answer = (await response.json()) as { ok: boolean; error: string }
  if (!answer.ok) throw new Error(answer.error)
}

if (import.meta.main) schedule('*/2 * * * *', poll)
