// Forwards events of Overheard's webhooks to PagerDuty, Opsgenie or ntfy, or digests by mail: docs/run/recipes.md. It needs only Node.
//
//   WEBHOOK_SECRET   the secret of the webhook, as in .env of the bot
//   TARGET           pagerduty, opsgenie, ntfy or sendmail
//   TARGET_KEY       pagerduty: the integration key; opsgenie: the API key; ntfy: an access token, if the topic needs one
//   TARGET_URL       ntfy: the address with its topic (https://ntfy.sh/TOPIC); opsgenie in the EU: https://api.eu.opsgenie.com
//   MAIL_FROM, MAIL_TO   sendmail: addresses; several of MAIL_TO with commas between them
//   SENDMAIL         sendmail: the program, /usr/sbin/sendmail by default
//   FORWARD_PORT     3100 by default, on 127.0.0.1

import { spawn } from 'node:child_process'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { WEBHOOK_SECRET = '', TARGET = '', TARGET_KEY = '', TARGET_URL, FORWARD_PORT = '3100' } = process.env
const { MAIL_FROM = '', MAIL_TO = '', SENDMAIL = '/usr/sbin/sendmail' } = process.env
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
  if (type === 'mention.posted' || type === 'watch.unanswered')
    return {
      key: `mention ${data.subscription} ${data.mention.id}`,
      title: `${type === 'mention.posted' ? '' : 'Nobody answers: '}${data.mention.title || data.mention.url}`,
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

/** Lines of base64 are of ASCII and have at most 76 characters, whatever the text has (RFC 2045). */
const base64 = (content) => Buffer.from(content).toString('base64').replaceAll(/.{76}/g, '$&\r\n')

/** A word of a header has at most 75 characters (RFC 2047), so it gets 11 characters of the text, each of at most 4 bytes. */
const headerText = (content) =>
  (content.match(/.{1,11}/gsu) ?? [])
    .map((words) => `=?utf-8?B?${Buffer.from(words).toString('base64')}?=`)
    .join('\r\n ')

/** `id` is the same if the event is repeated, so that a mailbox shows it once. */
function mailOf({ subject, text: plain, html }, id) {
  const boundary = `=_${id}`
  const part = (type, content) =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}\r\n`
  return [
    `From: ${MAIL_FROM}`,
    `To: ${MAIL_TO}`,
    `Subject: ${headerText(subject)}`,
    `Message-ID: <${id}@overheard.invalid>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `${part('text/plain', plain)}${part('text/html', html)}--${boundary}--\r\n`,
  ].join('\r\n')
}

/** The program takes the receivers from the mail (`-t`), and reads to the end of its input (`-i`). */
async function sendMail(mail) {
  const program = spawn(SENDMAIL, ['-t', '-i'], { stdio: ['pipe', 'ignore', 'inherit'], timeout: 10_000 })
  program.stdin.on('error', () => undefined)
  program.stdin.end(mail)
  const [code] = await once(program, 'close')
  return code === 0
}

const requestFor = requests[TARGET]
const isComplete = TARGET === 'sendmail' ? MAIL_FROM !== '' && MAIL_TO !== '' : requestFor !== undefined
if (!isComplete || WEBHOOK_SECRET === '' || (TARGET === 'ntfy' && TARGET_URL === undefined)) {
  process.stderr.write(
    'Set WEBHOOK_SECRET, TARGET (pagerduty, opsgenie, ntfy or sendmail), TARGET_KEY, for ntfy TARGET_URL, and for sendmail MAIL_FROM and MAIL_TO.\n',
  )
  process.exit(78)
}

/** Two while a new secret replaces an old one. */
const keys = WEBHOOK_SECRET.trim()
  .split(/\s+/)
  .map((secret) =>
    secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret),
  )

/** Standard Webhooks: an HMAC of the id, the time, which is at most five minutes away, and the text as it came. */
function isSigned(body, { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' }) {
  if (!(Math.abs(Date.now() / 1000 - Number(at)) <= 300)) return false
  const digests = keys.map((key) => createHmac('sha256', key).update(`${id}.${at}.${body}`).digest())
  const given = signatures.split(' ').filter((one) => one.startsWith('v1,'))
  return given
    .map((one) => Buffer.from(one.slice('v1,'.length), 'base64'))
    .some((one) => digests.some((digest) => one.length === digest.length && timingSafeEqual(one, digest)))
}

/** Overheard repeats an event until the answer is a success, so the answer is that of the target. */
async function forward(body, headers) {
  if (!isSigned(body, headers)) return 401
  const event = JSON.parse(body)
  if (TARGET === 'sendmail') {
    if (event.type !== 'digest.posted') return 204
    return (await sendMail(mailOf(event.data, headers['webhook-id']))) ? 204 : 502
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
