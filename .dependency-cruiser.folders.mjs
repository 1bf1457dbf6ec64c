/**
 * Checks that the folders of the core form no cycle: `npm run tool -- imports`. Features are left out: they may import every folder below the start,
 * and features.ts, which some of these folders read, imports them.
 */
import everything from './.dependency-cruiser.mjs'

export default {
  forbidden: [
    {
      name: 'no-cycles-between-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/([^/]+)' },
      to: { circular: true, pathNot: '^src/$1(/|$)' },
    },
  ],
  options: { ...everything.options, exclude: { path: '^src/features/' } },
}
