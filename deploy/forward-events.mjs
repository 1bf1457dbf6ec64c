// Forwards events of Overheard's webhooks to PagerDuty, Opsgenie or ntfy: docs/recipes.md. It needs Node, and the package standardwebhooks,
// which is installed with Overheard.
//
//   WEBHOOK_SECRET   the secret of the webhook, as in .env of the bot
//   TARGET           pagerduty, opsgenie or ntfy
//   TARGET_KEY       pagerduty: the integration key; opsgenie: the API key; ntfy: an access token, if the topic needs one
//   TARGET_URL       ntfy: the address with its topic (https://ntfy.sh/TOPIC); opsgenie in the EU: https://api.eu.opsgenie.com
//   FORWARD_PORT     3100 by default, on 127.0.0.1

import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

const { WEBHOOK_SECRET = '', TARGET = '', TARGET_KEY = '', TARGET_URL, FORWARD_PORT = '3100' } = process.env
/** Returns what people read, and the key that a start and its end have in common; undefined for an event that nobody has to be woken for. */
function noticeOf({ type, data }) {
  const [subject, state] = type.split('.')
  if (subject === 'problem')
    return { key: data.key, ends: state === 'ended', title: data.what, text: data.whatToDo, isProblem: true }
  if (type === 'spike.started' || type === 'spike.ended')
    return {
      key: `spike ${data.message.channel} ${data.message.ts}`,
      ends: state === 'ended',
      title: `Spike in mentions: ${data.subscription}`,
      text: 'See the card in Slack.',
    }
  if (type === 'mention.posted')
    return {
      key: `mention ${data.subscription} ${data.mention.id}`,
      title: data.mention.title || data.mention.url,
      text: data.mention.snippet,
      url: data.mention.url,
    }
  return undefined
}

const requests = {
  // https://developer.pagerduty.com/docs/send-alert-event
  pagerduty: ({ key, ends, title, text, url, isProblem }) => ({
    url: `${TARGET_URL ?? 'https://events.pagerduty.com'}/v2/enqueue`,
    body: {
      routing_key: TARGET_KEY,
      event_action: ends ? 'resolve' : 'trigger',
      dedup_key: key.slice(0, 255),
      payload: {
        summary: title.slice(0, 1024),
        source: 'overheard',
        severity: isProblem ? 'error' : 'warning',
        custom_details: { text },
      },
      ...(url !== undefined && { links: [{ href: url, text: 'The mention' }] }),
    },
  }),
  // https://docs.opsgenie.com/docs/alert-api
  opsgenie: ({ key, ends, title, text, url }) => {
    const alerts = `${TARGET_URL ?? 'https://api.opsgenie.com'}/v2/alerts`
    const alias = key.slice(0, 512)
    return {
      url: ends ? `${alerts}/${encodeURIComponent(alias)}/close?identifierType=alias` : alerts,
      headers: { authorization: `GenieKey ${TARGET_KEY}` },
      body: ends
        ? {}
        : { message: title.slice(0, 130), alias, description: [text, url].filter(Boolean).join('\n') },
    }
  },
  // https://docs.ntfy.sh/publish/#publish-as-json
  ntfy: ({ ends, title, text, url, isProblem }) => ({
    url: new URL('/', TARGET_URL).href,
    headers: TARGET_KEY === '' ? {} : { authorization: `Bearer ${TARGET_KEY}` },
    body: {
      topic: new URL(TARGET_URL).pathname.slice(1),
      title: ends ? `Over: ${title}` : title,
      message: text,
      priority: isProblem && !ends ? 4 : 3,
      ...(url !== undefined && { click: url }),
    },
  }),
}

const requestFor = requests[TARGET]
if (requestFor === undefined || WEBHOOK_SECRET === '' || (TARGET === 'ntfy' && TARGET_URL === undefined)) {
  process.stderr.write(
    'Set WEBHOOK_SECRET, TARGET (pagerduty, opsgenie or ntfy), TARGET_KEY, and for ntfy TARGET_URL.\n',
  )
  process.exit(78)
}

const verifier = WEBHOOK_SECRET.startsWith('whsec_')
  ? new Webhook(WEBHOOK_SECRET)
  : new Webhook(WEBHOOK_SECRET, { format: 'raw' })

/** Overheard repeats an event until the answer is a success, so the answer is that of the target. */
async function forward(body, headers) {
  let event
  try {
    event = verifier.verify(body, headers)
  } catch {
    return 401
  }
  const notice = noticeOf(event)
  if (notice === undefined) return 204
  const { url, headers: more, body: content } = requestFor(notice)
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...more },
    body: JSON.stringify(content),
    signal: AbortSignal.timeout(10_000),
  })
  return answer.ok ? 204 : 502
}

createServer(async (request, response) => {
  const status = await forward(await text(request), request.headers).catch(() => 502)
  response.writeHead(status).end()
}).listen(Number(FORWARD_PORT), '127.0.0.1', function () {
  process.stdout.write(`Forwarding to ${TARGET} from http://127.0.0.1:${this.address().port}/\n`)
})
