import './styles/shop.css'

/**
 * React, the shop, then the page: each of them runs in a task of its own, so that a press is answered in between. In one
 * task, as a module runs with everything that it imports, they keep a slow phone busy for 150 ms and more.
 */
async function start(): Promise<void> {
  await import('./framework.ts')
  await anotherTask()
  const { bringToLife } = await import('./start.tsx')
  await anotherTask()
  await bringToLife()
}

function anotherTask(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

void start()
