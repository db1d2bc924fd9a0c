export const nodeArguments: readonly string[]
export const environment: NodeJS.ProcessEnv
