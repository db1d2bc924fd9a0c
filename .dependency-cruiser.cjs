// Who may import what (docs/decisions/0001-modules-and-their-doors.md). Every rule has a seeded violation in
// scripts/boundaries.test.ts that shows it bite.
const MODULE = '^src/modules/([^/]+)/'
const TEST = ['\\.test\\.tsx?$', '^src/testing/']

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Two files that need each other, be it for types only, are one file, or need a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'modules-have-two-doors',
      comment: 'A module is reached through its index.ts (calls) or its events.ts (events), and nowhere else.',
      severity: 'error',
      from: { path: MODULE, pathNot: TEST },
      to: { path: '^src/modules/', pathNot: ['^src/modules/$1/', '^src/modules/[^/]+/(index|events)\\.ts$'] },
    },
    {
      name: 'modules-take-each-other-as-arguments',
      comment: 'Import only the type of another module; the composition root hands over the value.',
      severity: 'error',
      from: { path: MODULE, pathNot: TEST },
      to: { path: '^src/modules/[^/]+/index\\.ts$', pathNot: '^src/modules/$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rooms-of-admin-have-doors',
      comment: 'A room of the back office knows another one by its .api.ts file only; admin.module.ts connects them.',
      severity: 'error',
      from: { path: '^src/modules/admin/([^/]+)/', pathNot: TEST },
      to: { path: '^src/modules/admin/[^/]+/', pathNot: ['^src/modules/admin/$1/', '\\.api\\.ts$'] },
    },
    {
      name: 'search-has-one-door',
      comment: 'The inside of the search may be rebuilt: everybody else sees CatalogSearch, its lists and the finder.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/modules/catalog/search/', ...TEST] },
      to: {
        path: '^src/modules/catalog/search/',
        pathNot: '/(catalog-search|database-search|find-printers|understood-lists)\\.ts$',
      },
    },
    {
      name: 'catalog-and-identity-stand-alone',
      comment: 'catalog and identity use no other module.',
      severity: 'error',
      from: { path: '^src/modules/(catalog|identity)/', pathNot: TEST },
      to: { path: '^src/modules/', pathNot: '^src/modules/$1/' },
    },
    {
      name: 'orders-and-alerts-use-only-catalog',
      severity: 'error',
      from: { path: '^src/modules/(orders|alerts)/', pathNot: TEST },
      to: { path: '^src/modules/', pathNot: '^src/modules/($1|catalog)/' },
    },
    {
      name: 'only-the-composition-root-builds-modules',
      comment: 'Outside src/modules the module is a type; src/shop.ts alone calls the factories.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/modules/', '^src/shop\\.ts$', ...TEST] },
      to: { path: '^src/modules/[^/]+/index\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'outsiders-use-the-doors',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/modules/', ...TEST] },
      to: { path: '^src/modules/', pathNot: '^src/modules/[^/]+/(index|events)\\.ts$' },
    },
    {
      name: 'domain-is-pure',
      comment: 'domain/ computes; it knows no framework, store, queue or clock.',
      severity: 'error',
      from: { path: '^src/modules/(.+)/domain/', pathNot: TEST },
      to: {
        pathNot: [
          '^src/modules/$1/(domain/|errors\\.ts$)',
          '^src/platform/(shared-kernel/money|errors/errors|security/link-token|text/search-words|time/business-days|time/durations|shared-kernel/handled-entry)\\.ts$',
          '^(node:)?crypto$',
        ],
      },
    },
    {
      name: 'edges-go-through-use-cases',
      comment: 'A subscriber calls a use case; it never touches the store itself.',
      severity: 'error',
      from: { path: '^src/modules/(.+)/subscribers/', pathNot: TEST },
      to: { path: '^src/modules/$1/persistence/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'doors-show-no-storage',
      comment:
        'What a door names stays when the storage is built anew, so its types stand in domain/ or in a use case.',
      severity: 'error',
      from: { path: '^src/modules/.+(/(index|events)|\\.api)\\.ts$' },
      to: { path: '/persistence/' },
    },
    {
      name: 'mongoose-stays-in-persistence',
      severity: 'error',
      from: { path: '^src/', pathNot: ['/persistence/', '^src/platform/', ...TEST] },
      to: { path: 'node_modules/(mongoose|mongodb)/' },
    },
    {
      name: 'the-queue-stays-in-platform-jobs',
      comment: 'Routes and modules call jobs.enqueue(tx, …); nobody but the runner talks to the queue.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/platform/jobs/', ...TEST] },
      to: { path: 'node_modules/bullmq/' },
    },
    {
      name: 'modules-know-no-http',
      severity: 'error',
      from: { path: '^src/modules/', pathNot: TEST },
      to: { path: ['node_modules/(@?fastify)', '^src/(bff|web)/', '^node:http'] },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^src/platform/' },
      to: { path: '^src/(modules|bff|web)/' },
    },
    {
      name: 'contracts-are-plain-zod',
      comment: 'The browser loads these files.',
      severity: 'error',
      from: { path: '^src/bff/contracts/', pathNot: TEST },
      to: {
        pathNot: [
          '^src/bff/contracts/',
          'node_modules/zod/',
          '^src/platform/(time/durations|time/business-days)\\.ts$',
        ],
      },
    },
    {
      name: 'web-sees-no-server-code',
      comment: 'The browser loads contracts, and the few files of platform that both sides must agree on.',
      severity: 'error',
      from: { path: '^src/web/', pathNot: TEST },
      to: {
        path: '^src/',
        pathNot: [
          '^src/web/',
          '^src/bff/contracts/',
          '^src/platform/(shared-kernel/money|time/delivery-estimate|time/business-days|text/narrow-text|text/escape-html|time/durations|text/compare-names|text/hidden-characters)\\.ts$',
        ],
      },
    },
    {
      name: 'features-do-not-meet',
      comment: 'A page composes two features; a feature never imports another.',
      severity: 'error',
      from: { path: '^src/web/features/([^/]+)/' },
      to: { path: '^src/web/features/', pathNot: '^src/web/features/$1/' },
    },
    {
      name: 'web-flows-down',
      comment: 'app → features → ui → lib',
      severity: 'error',
      from: { path: '^src/web/features/' },
      to: { path: '^src/web/app/' },
    },
    {
      name: 'ui-and-lib-are-leaves',
      severity: 'error',
      from: { path: '^src/web/(ui|lib)/' },
      to: { path: '^src/web/(app|features)/' },
    },
    {
      name: 'server-does-not-load-the-client',
      comment: 'The BFF reads the built client; it never imports its source.',
      severity: 'error',
      from: { path: '^src/(bff|modules|platform)/', pathNot: TEST },
      to: { path: '^src/web/' },
    },
    {
      name: 'packages-know-nothing-of-the-shop',
      comment: 'A package could be published: it imports nothing of the shop and no other package of ours.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/' },
      to: { path: '^(src|scripts|bench|e2e|packages)/', pathNot: '^packages/$1/' },
    },
    {
      name: 'only-programs-start-the-embedded-database',
      comment: 'Everything else sees a MongoDB address.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(main|data)\\.ts$', ...TEST] },
      to: { path: 'packages/embedded-mongo/' },
    },
    {
      name: 'the-shop-never-draws',
      comment: 'The build draws the pictures; the shop reads files.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: { path: 'packages/product-drawings/' },
    },
    { name: 'everything-resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.test\\.tsx?$',
          '^src/testing/',
          // Served as it is; a page names it by its address.
          '^src/web/public/',
          '^(scripts|bench|e2e)/',
          '^packages/[^/]+/[^/]+\\.mjs$',
          '^packages/[^/]+/test/',
        ],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|packages/[^/]+/dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
    },
  },
}
