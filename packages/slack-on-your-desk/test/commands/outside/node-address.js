/**
 * Preloaded into the tests of others: `@slack/web-api` calls the address in SLACK_API_URL, and packages come from this repository, because
 * the folder of the tests has none. `dotenv` loads nothing: the environment is complete.
 */
import { registerHooks } from 'node:module'

const client = new URL('./moved-web-api.js', import.meta.url).href
const empty = 'data:text/javascript,export const config = () => ({})'

registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'dotenv' || specifier === 'dotenv/config') return { url: empty, shortCircuit: true }
    if (
      specifier === '@slack/web-api' &&
      context.parentURL !== client &&
      !context.parentURL?.includes('node_modules')
    )
      return { url: client, shortCircuit: true }
    return specifier.startsWith('@slack/') || specifier === 'slack-on-your-desk'
      ? next(
          specifier,
          context.parentURL?.includes('node_modules') ? context : { ...context, parentURL: import.meta.url },
        )
      : next(specifier, context)
  },
})
