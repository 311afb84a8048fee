#!/usr/bin/env node
/** Runs the command `gatehouse`: here under Bun, and with the Bun that npm installed when Node runs this file. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const main = new URL('../src/main.ts', import.meta.url);
// Without a word it explains itself; `gatehouse start` serves.
if (process.argv.length < 3) process.argv.push('--help');

if (process.versions.bun) await import(main.href);
else runWithBun();

function runWithBun() {
  const bun = bunPath();
  const child = spawn(bun, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: 'inherit' });
  // At a terminal, Ctrl-C and its closing reach the child by themselves; another signal is for this process alone.
  const isAtTerminal = process.stdin.isTTY === true;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(name, () => {
      if (!isAtTerminal || name === 'SIGTERM') child.kill(name);
    });
  endWithNpx(child);
  child.on('error', (error) => {
    process.stderr.write(
      `Bun cannot be started (${error.message}): run npm install, or install Bun\n`,
    );
    process.exitCode = 75;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}

/** npx passes no signal on: without this the child would outlive it, with its port and its database. */
function endWithNpx(child) {
  if (process.env.npm_command !== 'exec') return;
  const npx = process.ppid;
  const look = () => process.ppid === npx || child.kill('SIGTERM');
  setInterval(look, 500).unref();
}

/** The executable that the package `bun` brings, or else the one of the machine. */
function bunPath() {
  try {
    return createRequire(import.meta.url).resolve('bun/bin/bun.exe');
  } catch {
    return 'bun';
  }
}
