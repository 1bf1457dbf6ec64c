import { appManifest, problemsOfManifest } from '../manifest.ts'
import { type Context, newId } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, jsonArg, type Method, textArg } from './method.ts'

/**
 * Apps by their manifests (https://docs.slack.dev/reference/app-manifest), with a token for the configuration of apps. The apps that are
 * created here only have a manifest until a person installs them (app-pages.ts).
 */

const shared = { tokens: ['config'] } as const

/** Reads the argument `manifest`: an object, or its JSON. */
function refuseManifest(args: Args): Answer | undefined {
  const given = jsonArg(args, 'manifest')
  const errors =
    given === null ? [{ message: 'must be valid JSON', pointer: '/' }] : problemsOfManifest(given)
  return errors.length === 0 ? undefined : refuse('invalid_manifest', { errors })
}

/** The workspace has one bot, so the first app gets the id that this bot names. */
export const newAppId = ({ seed, state }: Context) =>
  state.manifests.has(seed.bot.appId) ? newId(state, 'A') : seed.bot.appId

export const validateManifest: Method = {
  ...shared,
  tier: 3,
  required: ['manifest'],
  errors: ['invalid_app_id', 'invalid_manifest'],
  run: ({ state }, args) => {
    const id = textArg(args, 'app_id')
    if (id !== undefined && !state.manifests.has(id)) return refuse('invalid_app_id')
    return refuseManifest(args) ?? { ok: true, errors: [] }
  },
}

export const createApp: Method = {
  ...shared,
  tier: 1,
  required: ['manifest'],
  errors: ['invalid_manifest'],
  run: (context, args) => {
    const refused = refuseManifest(args)
    if (refused) return refused
    const id = newAppId(context)
    const manifest = jsonArg(args, 'manifest')
    context.state.manifests.set(id, manifest)
    return {
      ok: true,
      app_id: id,
      team_id: context.seed.team.id,
      team_domain: context.seed.team.domain,
      credentials: {
        client_id: `${newId(context.state, '')}.client`,
        client_secret: newId(context.state, 'secret-'),
        verification_token: newId(context.state, 'verification-'),
        signing_secret: newId(context.state, 'signing-'),
      },
      oauth_authorize_url: authorizeUrl(context, id, manifest),
    }
  },
}

function authorizeUrl({ url }: Context, id: string, manifest: unknown): string {
  const { oauth_config } = appManifest.parse(manifest)
  const query = new URLSearchParams({ client_id: id, scope: oauth_config.scopes.bot.join(',') })
  return `${url()}/oauth/v2/authorize?${query}`
}

/** Runs on an app that the argument `app_id` names. */
const onApp =
  (run: (context: Context, id: string, args: Args) => Answer, unknown = 'app_not_found'): Method['run'] =>
  (context, args) => {
    const id = textArg(args, 'app_id') ?? ''
    if (!/^A[A-Z0-9]+$/.test(id)) return refuse('invalid_app_id')
    return context.state.manifests.has(id) ? run(context, id, args) : refuse(unknown)
  }

export const updateApp: Method = {
  ...shared,
  tier: 1,
  required: ['app_id', 'manifest'],
  errors: ['invalid_app', 'invalid_app_id', 'invalid_manifest'],
  run: onApp(({ state }, id, args) => {
    const refused = refuseManifest(args)
    if (refused) return refused
    const manifest = jsonArg(args, 'manifest')
    const scopesIn = (one: unknown) => JSON.stringify(appManifest.parse(one).oauth_config.scopes)
    const permissions_updated = scopesIn(manifest) !== scopesIn(state.manifests.get(id))
    state.manifests.set(id, manifest)
    return { ok: true, app_id: id, permissions_updated }
  }, 'invalid_app'),
}

export const exportApp: Method = {
  ...shared,
  tier: 3,
  required: ['app_id'],
  errors: ['app_not_found', 'invalid_app_id'],
  run: onApp(({ state }, id) => ({ ok: true, manifest: state.manifests.get(id) })),
}

export const deleteApp: Method = {
  ...shared,
  tier: 1,
  required: ['app_id'],
  errors: ['app_not_found', 'invalid_app_id'],
  run: onApp(({ state }, id) => {
    state.manifests.delete(id)
    return { ok: true }
  }),
}
