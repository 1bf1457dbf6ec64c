import { describe, expect, it } from 'vitest'
import { clientOf, openWorkspace, socketApp } from './open.ts'

const manifest = {
  display_information: { name: 'Tide <b>app</b>' },
  features: { bot_user: { display_name: 'tide' } },
  oauth_config: {
    scopes: {
      bot: ['chat:write', 'commands', 'channels:history', 'reactions:read', 'files:write'],
      bot_optional: ['reactions:read', 'files:write'],
    },
  },
  settings: { event_subscriptions: { bot_events: ['reaction_added', 'app_home_opened'] } },
}

async function open() {
  const workspace = await openWorkspace({ control: true })
  const page = async (path: string, fields?: Record<string, string> | [string, string][]) => {
    const answer = await fetch(`${workspace.url}${path}`, {
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    return { status: answer.status, place: new URL(answer.url).pathname, text: await answer.text() }
  }
  const config = clientOf(workspace, workspace.seed.token.config)
  const create = async () =>
    String(
      Object.entries(
        await config.apiCall('apps.manifest.create', { manifest: JSON.stringify(manifest) }),
      ).find(([key]) => key === 'app_id')?.[1],
    )
  return { workspace, page, create }
}

describe('the pages for apps of the sandbox’s Slack', () => {
  it('make a token for the configuration of apps once a workspace is picked', async () => {
    const { workspace, page } = await open()
    expect((await page('/apps')).text).toContain('Generate Token')
    expect((await page('/apps', {})).status).toBe(400)
    const { text } = await page('/apps', { team: workspace.seed.team.id })
    expect(text).toContain(`Access Token: <code>${workspace.seed.token.config}</code>`)
    expect(text).toContain('12 hours')
  })

  it('show required and optional scopes apart, and the bot token then has what was required and what was ticked', async () => {
    const { workspace, page, create } = await open()
    const id = await create()
    const { text } = await page(`/apps/${id}/install-on-team`)
    const [required = '', optional = ''] = text.split('<h2>Optional</h2>')
    expect(required).toContain('<li>chat:write</li>')
    expect(required).not.toContain('files:write')
    expect(optional).toContain('value="files:write" checked')
    const installed = await page(`/apps/${id}/install-on-team`, [
      ['optional', 'files:write'],
      ['optional', 'admin'],
    ])
    expect(installed.place).toBe(`/apps/${id}/oauth`)
    expect(installed.text).toContain(`Bot User OAuth Token: <code>${workspace.seed.token.bot}</code>`)
    expect(workspace.state.scopes.bot).toEqual(['chat:write', 'commands', 'channels:history', 'files:write'])
    expect((await clientOf(workspace).auth.test()).response_metadata?.scopes).toEqual(
      workspace.state.scopes.bot,
    )
  })

  it.each<[string, [string, string][], number]>([
    ['does not come if its scope was refused', [], 0],
    ['comes if its scope was allowed', [['optional', 'reactions:read']], 1],
  ])('an event %s', async (_what, fields, count) => {
    const { workspace, page, create } = await open()
    await page(`/apps/${await create()}/install-on-team`, fields)
    const events: string[] = []
    await socketApp(workspace, (app) => {
      app.event('reaction_added', async () => void events.push('reaction_added'))
      app.event('app_home_opened', async () => void events.push('app_home_opened'))
    })
    const { ts = '' } = await clientOf(workspace).chat.postMessage({ channel: 'C000GENERAL', text: 'x' })
    await workspace.people.react({ user: 'ana', channel: 'C000GENERAL', ts, reaction: 'eyes' })
    await workspace.people.openHome('ana')
    await expect.poll(() => events).toContain('app_home_opened')
    expect(events.filter((type) => type === 'reaction_added')).toHaveLength(count)
  })

  it('make an app-level token that has a name and a scope', async () => {
    const { workspace, page, create } = await open()
    const place = `/apps/${await create()}/general`
    expect((await page(place)).text).toContain('Token Name')
    expect((await page(place, { name: 'x' })).status).toBe(400)
    const { text } = await page(place, { name: 'x', scope: 'connections:write' })
    expect(text).toContain(`<code>${workspace.seed.token.app}</code>`)
  })

  it('make an app of a manifest that a person pastes, and refuse what is none', async () => {
    const { workspace, page } = await open()
    const team = workspace.seed.team.id
    const { place, text } = await page('/apps', { team, manifest: JSON.stringify(manifest) })
    expect(place).toBe(`/apps/${workspace.seed.bot.appId}`)
    expect(text).toContain('Tide &lt;b&gt;app&lt;/b&gt;')
    expect((await page('/apps', { team, manifest: '{}' })).status).toBe(400)
    expect((await page('/apps/A0000NONE1/oauth')).status).toBe(404)
  })

  it('have no script, and no page of another site may send their forms', async () => {
    const { workspace } = await open()
    const answer = await fetch(`${workspace.url}/apps`)
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    const foreign = { method: 'POST', headers: { origin: 'https://evil.example' }, body: 'team=x' }
    expect((await fetch(`${workspace.url}/apps`, foreign)).status).toBe(403)
  })
})
