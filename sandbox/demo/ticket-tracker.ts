import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

const path = '/tickets'

type Ticket = { title: string; text: string; mention: string }

/** The link of the demo's configuration to a new ticket that is filled in already. `page` is the address of the demo. */
export const trackerLink = (page: string) => ({
  label: 'Create ticket',
  url: `${page}${path}?title={title}&text={snippet}&mention={url}`,
})

/** A ticket tracker of one page: a form for a new ticket, and the created tickets with their addresses. */
export function createTicketTracker() {
  const tickets: Ticket[] = []

  async function create(request: IncomingMessage, response: ServerResponse): Promise<void> {
    tickets.push(ticketFrom(new URLSearchParams(await text(request))))
    response.writeHead(303, { location: `${path}/${tickets.length}` }).end()
  }

  return {
    /** Answers a request for the tracker. Returns false for any other request. */
    handle(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '/', headers } = request
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const [, number] = /^\/tickets(?:\/(\d{1,9}))?$/.exec(pathname) ?? []
      if (pathname !== path && number === undefined) return false
      if (method === 'POST') create(request, response).catch(() => response.destroy())
      else {
        const isGone = number !== undefined && tickets[Number(number) - 1] === undefined
        const page = pageOf({ tickets, draft: ticketFrom(searchParams), number, host: headers.host ?? '' })
        response.writeHead(isGone ? 404 : 200, pageHeaders).end(page)
      }
      return true
    },
  }
}

function ticketFrom(fields: URLSearchParams): Ticket {
  const field = (name: string) => fields.get(name) ?? ''
  return { title: field('title'), text: field('text'), mention: field('mention') }
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 40rem; padding: 0 1rem; color: #1d1c1d; background: #fff }
  label { display: block; font-weight: 600; margin-top: .75rem }
  input, textarea { box-sizing: border-box; font: inherit; padding: .4rem; width: 100% }
  button { background: #007a5a; border: 0; border-radius: 4px; color: #fff; font: inherit; font-weight: 600; margin-top: 1rem; padding: .5rem 1rem }
  article { border: 1px solid #bbb; border-radius: 6px; margin-top: 1rem; padding: 0 1rem 1rem }
  article, td { overflow-wrap: anywhere }
  .shown { border-color: #007a5a; border-width: 2px }
`

/** The page runs no script and loads nothing, because strangers wrote the texts. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cache-control': 'no-store',
}

type Shown = { tickets: Ticket[]; draft: Ticket; number: string | undefined; host: string }

function pageOf({ tickets, draft, number, host }: Shown): string {
  const listed = tickets
    .map((ticket, index) => ticketHtml(ticket, `${index + 1}`, { host, number }))
    .reverse()
  const gone = number !== undefined && tickets[Number(number) - 1] === undefined
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Ticket tracker of the demo</title>
<style>${style}</style>
<main>
<h1>New ticket</h1>
${gone ? `<p role="alert">There is no ticket ${escapeHtml(number)} any more.</p>` : ''}
<form method="post" action="${path}">
  <label for="title">Title</label><input id="title" name="title" required value="${escapeHtml(draft.title)}">
  <label for="text">Text</label><textarea id="text" name="text" rows="5">${escapeHtml(draft.text)}</textarea>
  <label for="mention">Mention</label><input id="mention" name="mention" value="${escapeHtml(draft.mention)}">
  <button>Create</button>
</form>
<h2>Tickets (${tickets.length})</h2>
${listed.join('\n')}
</main>
</html>
`
}

function ticketHtml(
  { title, text, mention }: Ticket,
  number: string,
  shown: { host: string; number: string | undefined },
): string {
  const address = escapeHtml(`http://${shown.host}${path}/${number}`)
  return `<article${number === shown.number ? ' class="shown"' : ''}>
  <h3>${number}. ${escapeHtml(title || 'Untitled')}</h3>
  <p>${escapeHtml(text)}</p>
  <p>${escapeHtml(mention)}</p>
  <label for="address-${number}">Address, for the card in Slack</label>
  <input id="address-${number}" readonly value="${address}">
</article>`
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')
