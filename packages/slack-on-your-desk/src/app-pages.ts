import type { IncomingMessage, ServerResponse } from 'node:http'
import { appManifest } from './manifest.ts'
import { type Route, readText } from './server.ts'
import type { Context } from './state.ts'
import { newAppId } from './web-api/app-manifests.ts'

/**
 * The pages of api.slack.com/apps that the person sees who makes an app and installs it, below `/apps` instead of https://api.slack.com/apps:
 * - the list, where a token for the configuration of apps is made (https://docs.slack.dev/app-manifests/configuring-apps-with-app-manifests),
 * - `/apps/ID/install-on-team`, where the person allows what the app asks for. Optional scopes are shown apart, and each can be refused
 *   (https://docs.slack.dev/changelog/2026/03/16/optional-scopes). What is refused is not in the bot token, and its events do not come,
 * - `/apps/ID/oauth` with the bot token, and `/apps/ID/general`, where an app-level token is made.
 *
 * Slack documents neither the words on these pages nor whether the boxes of optional scopes are ticked at first. Here they are.
 */
export function createAppPages(context: Context): Route {
  return (request, response, path) => {
    if (!/^\/apps(\/|$)/.test(path)) return false
    serve(context, request, path).then(
      (answer) => send(response, answer),
      (error: unknown) =>
        send(response, { status: 400, title: 'Not understood', body: escaped(String(error)) }),
    )
    return true
  }
}

type Page = { status?: number; title: string; body: string; location?: string }

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

function send(response: ServerResponse, { status = 200, title, body, location }: Page): void {
  response.writeHead(location === undefined ? status : 303, {
    ...headers,
    ...(location !== undefined && { location }),
  })
  response.end(
    `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>${escaped(title)}</title></head>\n<body>\n<h1>${escaped(title)}</h1>\n${body}\n</body>\n</html>\n`,
  )
}

async function serve(context: Context, request: IncomingMessage, path: string): Promise<Page> {
  const fields = new URLSearchParams(request.method === 'POST' ? await readText(request) : '')
  const isSent = request.method === 'POST'
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams
  const [, , id = '', place = ''] = path.split('/')
  if (id === '') return isSent ? generated(context, fields) : list(context, query)
  const manifest = context.state.manifests.get(id)
  if (manifest === undefined)
    return { status: 404, title: 'There is no such app', body: link('/apps', 'Your Apps') }
  const app = { id, manifest: appManifest.parse(manifest) }
  switch (place) {
    case 'install-on-team':
      return isSent ? installed(context, app, fields) : askToInstall(context, app)
    case 'oauth':
      return tokensOf(context, app)
    case 'general':
      return appLevelTokens(context, app, isSent ? fields : undefined)
    default:
      return { title: nameOf(app), body: menu(app) }
  }
}

type App = { id: string; manifest: ReturnType<typeof appManifest.parse> }

const nameOf = ({ manifest }: App) => manifest.display_information.name

function list({ seed, state }: Context, query: URLSearchParams): Page {
  const apps = [...state.manifests].map(([id, manifest]) => {
    const { name } = appManifest.parse(manifest).display_information
    return `<li>${link(`/apps/${id}`, name)}</li>`
  })
  const given = query.get('manifest_json')
  const create = form(
    '/apps',
    `<textarea name="manifest" aria-label="Manifest">${escaped(given ?? '')}</textarea>`,
    workspaces(seed.team),
    'Create',
  )
  return {
    title: 'Your Apps',
    body: [
      apps.length === 0 ? '<p>You have no apps yet.</p>' : `<ul>${apps.join('')}</ul>`,
      '<h2>Create New App from a manifest</h2>',
      create,
      '<h2>Your App Configuration Tokens</h2>',
      form('/apps', '', workspaces(seed.team), 'Generate Token'),
    ].join('\n'),
  }
}

const workspaces = ({ id, name }: { id: string; name: string }) =>
  `<label>Workspace <select name="team" required><option value="">Pick a workspace</option><option value="${escaped(id)}">${escaped(name)}</option></select></label>`

/** Makes an app of a manifest, or without one a token for the configuration of apps. */
function generated(context: Context, fields: URLSearchParams): Page {
  const { state, seed } = context
  if (fields.get('team') !== seed.team.id) throw new Error('Pick a workspace.')
  const manifest = fields.get('manifest')
  if (manifest === null)
    return {
      title: 'Your App Configuration Tokens',
      body: `<p>${escaped(seed.team.name)}, expires in 12 hours</p>\n${token('Access Token', state.token.config)}`,
    }
  const id = newAppId(context)
  const parsed: unknown = JSON.parse(manifest)
  appManifest.parse(parsed)
  state.manifests.set(id, parsed)
  return redirect(`/apps/${id}`)
}

function scopesOf({ manifest }: App) {
  const { bot, bot_optional: optional } = manifest.oauth_config.scopes
  return { required: bot.filter((scope) => !optional.includes(scope)), optional }
}

function askToInstall({ seed }: Context, app: App): Page {
  const { required, optional } = scopesOf(app)
  const boxes = optional.map(
    (scope) =>
      `<li><label><input type="checkbox" name="optional" value="${escaped(scope)}" checked> ${escaped(scope)}</label></li>`,
  )
  const asked = [
    `<p>${escaped(nameOf(app))} is requesting permission to access the ${escaped(seed.team.name)} workspace</p>`,
    `<h2>Required</h2>\n<ul>${required.map((scope) => `<li>${escaped(scope)}</li>`).join('')}</ul>`,
    ...(boxes.length === 0 ? [] : [`<h2>Optional</h2>\n<ul>${boxes.join('')}</ul>`]),
  ]
  return { title: `Install ${nameOf(app)}`, body: form(`/apps/${app.id}/install-on-team`, ...asked, 'Allow') }
}

/** From now on, the bot token has what was required and what the person has allowed. */
function installed({ state, seed }: Context, app: App, fields: URLSearchParams): Page {
  if (app.id !== seed.bot.appId) throw new Error('This workspace has one bot, and it is that of another app.')
  const { required, optional } = scopesOf(app)
  const { event_subscriptions } = app.manifest.settings
  state.scopes.bot = [...required, ...optional.filter((scope) => fields.getAll('optional').includes(scope))]
  state.subscriptions = {
    events: event_subscriptions.bot_events,
    metadata: event_subscriptions.metadata_subscriptions.map(({ event_type }) => event_type),
  }
  return redirect(`/apps/${app.id}/oauth`)
}

function tokensOf({ state, seed }: Context, app: App): Page {
  const isInstalled = app.id === seed.bot.appId
  return {
    title: 'OAuth & Permissions',
    body: isInstalled
      ? `${token('Bot User OAuth Token', state.token.bot)}\n<h2>Scopes</h2>\n<ul>${state.scopes.bot.map((scope) => `<li>${escaped(scope)}</li>`).join('')}</ul>`
      : link(`/apps/${app.id}/install-on-team`, 'Install to Workspace'),
  }
}

function appLevelTokens({ state, seed }: Context, app: App, fields: URLSearchParams | undefined): Page {
  const title = 'Basic Information'
  if (fields === undefined) {
    const scopes = ['connections:write', 'authorizations:read', 'app_configurations:write'].map(
      (scope) => `<label><input type="checkbox" name="scope" value="${scope}"> ${scope}</label>`,
    )
    const name = '<label>Token Name <input name="name" required></label>'
    return {
      title,
      body: [
        token('Signing Secret', seed.signingSecret),
        '<h2>App-Level Tokens</h2>',
        form(`/apps/${app.id}/general`, name, ...scopes, 'Generate'),
      ].join('\n'),
    }
  }
  if (!fields.get('name')) throw new Error('A token needs a name.')
  if (fields.getAll('scope').length === 0) throw new Error('A token needs a scope.')
  state.scopes.app = fields.getAll('scope')
  return { title, body: token('App-Level Token', state.token.app) }
}

const menu = ({ id }: App) =>
  `<ul><li>${link(`/apps/${id}/general`, 'Basic Information')}</li><li>${link(`/apps/${id}/install-on-team`, 'Install App')}</li><li>${link(`/apps/${id}/oauth`, 'OAuth & Permissions')}</li></ul>`

const redirect = (location: string): Page => ({ title: 'See other', body: '', location })

const link = (address: string, text: string) => `<a href="${escaped(address)}">${escaped(text)}</a>`

const token = (name: string, value: string) => `<p>${escaped(name)}: <code>${escaped(value)}</code></p>`

/** The last part is the words of the button. */
const form = (action: string, ...parts: string[]) =>
  `<form method="post" action="${escaped(action)}">\n${parts.slice(0, -1).join('\n')}\n<button>${escaped(parts.at(-1) ?? '')}</button>\n</form>`

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')
