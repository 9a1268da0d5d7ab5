// Package rl1001 reports: controller built without the shared limiter.
package rl1001
